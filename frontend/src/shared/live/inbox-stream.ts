let retainCount = 0;
const listeners = new Set<() => void>();

const notify = () => {
  for (const listener of [...listeners]) listener();
};

/** Includes all conversations in this tab's stream. Returns the function that releases them. */
export function retainInboxStream(): () => void {
  retainCount += 1;
  notify();
  return () => {
    retainCount -= 1;
    notify();
  };
}

export const isInboxRetained = () => retainCount > 0;

export function onInboxRetainChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
