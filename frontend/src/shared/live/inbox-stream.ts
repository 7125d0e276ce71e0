let wanted = 0;
const listeners = new Set<() => void>();

const tell = () => {
  for (const listener of [...listeners]) listener();
};

/** Asks for all conversations in this tab's stream. Returns the way to stop. */
export function wantInbox(): () => void {
  wanted += 1;
  tell();
  return () => {
    wanted -= 1;
    tell();
  };
}

export const isInboxWanted = () => wanted > 0;

export function onInboxWish(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
