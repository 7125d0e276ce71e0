import { openStream } from './event-stream';
import { emitLive, liveState, setLiveState, subscribeLiveState } from './live-bus';

/** Time without a stream after which the components poll. */
export const POLL_AFTER_MS = 5_000;

/** Opens a stream for this tab alone. Returns a function that closes it. */
export function openDirectStream(inbox: boolean, onSignedOut: () => void): () => void {
  const stopPolling = startPollingFallback();
  const close = openStream({
    inbox,
    onEvent: (event, data) => emitLive(event, data),
    onDown: () => setLiveState({ open: false }),
    onSignedOut,
  });
  return () => {
    close();
    stopPolling();
  };
}

/**
 * Sets `polling` when the stream has been down for a while; the next `hello` event clears it. Returns a function that
 * stops this.
 */
export function startPollingFallback(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    if (liveState().open) {
      clearTimeout(timer);
      timer = undefined;
    } else timer ??= setTimeout(() => setLiveState({ polling: true }), POLL_AFTER_MS);
  };
  const stop = subscribeLiveState(look);
  look();
  return () => {
    stop();
    clearTimeout(timer);
  };
}
