import { useSyncExternalStore } from 'react';
import { hasOptedIn } from './push-storage';

export type PushStatus = 'idle' | 'requesting' | 'granted' | 'denied';

/** Whether the browser knows notifications at all; only pages over https (or of this machine) may use them. */
export const hasNotifications = () => globalThis.isSecureContext && 'Notification' in globalThis;

/** Whether the shop can reach this browser while no page is open. */
export const canPush = () =>
  hasNotifications() && 'serviceWorker' in navigator && 'PushManager' in globalThis;

let isRequesting = false;
let status: PushStatus | undefined;
const listeners = new Set<() => void>();

/** `granted` requires both the browser's permission and an opt-in on this device. */
function readStatus(): PushStatus {
  if (isRequesting) return 'requesting';
  if (!hasNotifications()) return 'idle';
  if (Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'granted' && hasOptedIn() ? 'granted' : 'idle';
}

export function pushStatus(): PushStatus {
  status ??= readStatus();
  return status;
}

/** Looks again: the leave is given and taken in the browser's own settings, and in other tabs. */
export function recheckPush(): void {
  const now = readStatus();
  if (now === status) return;
  status = now;
  for (const listener of [...listeners]) listener();
}

export function setRequesting(next: boolean): void {
  isRequesting = next;
  recheckPush();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('focus', recheckPush);
    window.addEventListener('storage', recheckPush);
  }
  listeners.add(listener);
  recheckPush();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('focus', recheckPush);
    window.removeEventListener('storage', recheckPush);
  };
}

export function usePushStatus(): PushStatus {
  return useSyncExternalStore(subscribe, pushStatus, () => 'idle');
}
