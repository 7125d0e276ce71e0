type Listener = () => void;

const listeners = new Set<Listener>();

/**
 * Calls `listener` when a response says that the session has expired or was revoked. Returns a function that
 * unsubscribes.
 */
export function onSessionExpired(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function emitSessionExpired(): void {
  for (const listener of listeners) listener();
}
