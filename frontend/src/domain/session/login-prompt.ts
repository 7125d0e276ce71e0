import { useSyncExternalStore } from 'react';
import { clearPendingAction, type PendingAction, storePendingAction } from './pending-action';

let isOpen = false;
const listeners = new Set<() => void>();

function show(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

/** Asks a visitor to log in; what they wanted is carried out afterwards. */
export function promptLogin(action?: PendingAction): void {
  if (action) storePendingAction(action);
  else clearPendingAction();
  show(true);
}

/** `isGoing`: on the way to login or registration. Otherwise the visitor has changed their mind. */
export function closePrompt(isGoing: boolean): void {
  if (!isGoing) clearPendingAction();
  show(false);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePrompt(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isOpen,
    () => false,
  );
}
