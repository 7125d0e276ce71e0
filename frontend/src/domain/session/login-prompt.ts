import { useSyncExternalStore } from 'react';
import { clearPendingAction, type PendingAction, storePendingAction } from './pending-action';

let isOpen = false;
const listeners = new Set<() => void>();

function show(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

/** Shows the login dialog to a visitor. The pending action is carried out after the login. */
export function promptLogin(action?: PendingAction): void {
  if (action) storePendingAction(action);
  else clearPendingAction();
  show(true);
}

/**
 * Closes the login dialog. `isGoing` means that the visitor continues to login or registration; otherwise the pending
 * action is discarded.
 */
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
