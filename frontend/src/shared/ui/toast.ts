import { useSyncExternalStore } from 'react';

export type ToastKind = 'success' | 'error' | 'info';

export type ToastOptions = {
  /** Smaller second sentence: details, or what to do. */
  detail?: string;
  /** One action, such as undo or retry. */
  action?: { label: string; onClick: () => void };
};

export type ToastItem = ToastOptions & { id: number; kind: ToastKind; text: string };

const MAX_TOASTS = 3;

let toasts: readonly ToastItem[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: readonly ToastItem[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Adds a toast. The same text replaces the visible toast instead of appearing twice. */
function add(kind: ToastKind, text: string, options: ToastOptions = {}): number {
  lastId += 1;
  const others = toasts.filter((toast) => toast.kind !== kind || toast.text !== text);
  show([...others, { ...options, id: lastId, kind, text }].slice(-MAX_TOASTS));
  return lastId;
}

/**
 * Toasts: short messages at the bottom of the screen, also above open drawers and dialogs. Texts are already
 * translated.
 */
export const toast = {
  success: (text: string, options?: ToastOptions) => add('success', text, options),
  error: (text: string, options?: ToastOptions) => add('error', text, options),
  info: (text: string, options?: ToastOptions) => add('info', text, options),
  dismiss: (id: number) => show(toasts.filter((toast) => toast.id !== id)),
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useToasts(): readonly ToastItem[] {
  return useSyncExternalStore(
    subscribe,
    () => toasts,
    () => toasts,
  );
}
