import { useSyncExternalStore } from 'react';

export type ToastKind = 'success' | 'error' | 'info';

export type ToastOptions = {
  /** A second, smaller sentence: what exactly, or what to do. */
  detail?: string;
  /** One way on, such as undo or retry. */
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

/** The same text again replaces the visible one instead of appearing twice. */
function add(kind: ToastKind, text: string, options: ToastOptions = {}): number {
  lastId += 1;
  const others = toasts.filter((toast) => toast.kind !== kind || toast.text !== text);
  show([...others, { ...options, id: lastId, kind, text }].slice(-MAX_TOASTS));
  return lastId;
}

/** Short messages at the bottom of the screen; above an open drawer or dialog too. Texts come translated. */
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
