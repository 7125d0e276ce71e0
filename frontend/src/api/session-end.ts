type Listener = () => void;

const listeners = new Set<Listener>();

/** Calls `listener` whenever the shop answers that the session has ended. Returns the way to stop. */
export function onSessionEnd(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellSessionEnd(): void {
  for (const listener of listeners) listener();
}
