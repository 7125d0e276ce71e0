import { openStream } from './event-stream';
import { liveState, setLiveState, tellLive, watchLive } from './live-bus';

/** How long the stream may be away before the parts of the page ask by themselves. */
export const PATIENCE = 5_000;

/** A stream for this tab alone. Returns the way to stop. */
export function ownStream(inbox: boolean, onSignedOut: () => void): () => void {
  const forget = fallBack();
  const close = openStream({
    inbox,
    onEvent: (event, data) => tellLive(event, data),
    onDown: () => setLiveState({ open: false }),
    onSignedOut,
  });
  return () => {
    close();
    forget();
  };
}

/** Sets `polling` once the stream has been away for a while; the next hello clears it. Returns the way to stop. */
export function fallBack(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    if (liveState().open) {
      clearTimeout(timer);
      timer = undefined;
    } else timer ??= setTimeout(() => setLiveState({ polling: true }), PATIENCE);
  };
  const stop = watchLive(look);
  look();
  return () => {
    stop();
    clearTimeout(timer);
  };
}
