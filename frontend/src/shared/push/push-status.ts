import { useSyncExternalStore } from 'react';
import { hasOptedIn } from './push-storage';

export type PushStatus = 'idle' | 'requesting' | 'granted' | 'denied';

/** Whether the browser supports notifications. Only pages over https (or on localhost) may use them. */
export const hasNotifications = () => globalThis.isSecureContext && 'Notification' in globalThis;

/** Whether this browser can receive pushes while no page is open. */
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

/** Reads the permission again, because it may change in the browser's settings and in other tabs. */
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
