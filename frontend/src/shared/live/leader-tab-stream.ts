import { startPollingFallback } from './direct-stream';
import { HEARTBEAT_TIMEOUT_MS, openStream } from './event-stream';
import { emitLive, type LiveState, liveState, setLiveState } from './live-bus';
import type { LiveEvent, LiveEvents } from './live-events';

type LeaderMessage =
  /** A new tab requests the current state. */
  | { is: 'new' }
  | { is: 'event'; name: LiveEvent; data: LiveEvents[LiveEvent]; id: string }
  | { is: 'state'; state: LiveState; to: 'all' | 'new' }
  | { is: 'beat' };

const HEARTBEAT_MS = 10_000;

/**
 * Joins the one stream of all tabs of a browser (leader election by the Web Locks API). The tab that holds the lock
 * owns the stream and forwards its events. When that tab closes, the next one continues from the last received event.
 * Returns a function that leaves.
 */
export function joinLeaderTabStream(cusId: number, onSignedOut: () => void): () => void {
  const name = `heuan-live ${cusId}`;
  const channel = new BroadcastChannel(name);
  const say = (message: LeaderMessage) => channel.postMessage(message);
  let stopLeading: (() => void) | null = null;
  let queue = new AbortController();
  let lastEventId = '';
  let receivedAt = Date.now();
  let isStopped = false;

  const receive = ({ data: message }: MessageEvent<LeaderMessage>) => {
    receivedAt = Date.now();
    if (stopLeading) {
      // There is only one leader: the sender has taken over the lock.
      if (message.is === 'new') say({ is: 'state', state: liveState(), to: 'new' });
      return;
    }
    if (message.is === 'event') {
      if (message.id) lastEventId = message.id;
      emitLive(message.name, message.data);
    } else if (message.is === 'state') {
      const wasOpen = liveState().open;
      setLiveState(message.state);
      if (message.to === 'new' && message.state.open && !wasOpen) emitHello(message.state);
    }
  };

  const openLeaderStream = () => {
    let beatAt = 0;
    const beat = () => {
      if (Date.now() - beatAt < HEARTBEAT_MS) return;
      beatAt = Date.now();
      say({ is: 'beat' });
    };
    // The server's heartbeat also arrives where timers are throttled; this one also while the server is down.
    const beats = setInterval(beat, HEARTBEAT_MS);
    const close = openStream({
      lastEventId,
      onEvent: (event, data, id) => {
        if (id) lastEventId = id;
        emitLive(event, data);
        say({ is: 'event', name: event, data, id });
      },
      onHeartbeat: beat,
      onDown: () => {
        setLiveState({ open: false });
        say({ is: 'state', state: liveState(), to: 'all' });
      },
      onSignedOut: () => {
        stopLeading?.();
        onSignedOut();
      },
    });
    return () => {
      clearInterval(beats);
      close();
    };
  };

  const ask = (steal: boolean) => {
    queue.abort();
    queue = new AbortController();
    let mine: (() => void) | null = null;
    const hold = () => {
      if (isStopped) return;
      return new Promise<void>((release) => {
        const close = openLeaderStream();
        mine = () => {
          close();
          release();
          if (stopLeading === mine) stopLeading = null;
        };
        stopLeading = mine;
      });
    };
    navigator.locks.request(name, steal ? { steal } : { signal: queue.signal }, hold).catch(() => {
      // No longer needed, or another tab has taken the lock because this one did not respond.
      if (!mine) return;
      mine();
      if (!isStopped) ask(false);
    });
  };

  // A suspended tab may hold the lock without responding.
  const watchdog = setInterval(() => {
    if (stopLeading || document.visibilityState === 'hidden') return;
    if (Date.now() - receivedAt < HEARTBEAT_TIMEOUT_MS * 1.5) return;
    receivedAt = Date.now();
    ask(true);
  }, HEARTBEAT_MS);

  const stopPolling = startPollingFallback();
  channel.addEventListener('message', receive);
  say({ is: 'new' });
  ask(false);
  return () => {
    isStopped = true;
    clearInterval(watchdog);
    stopPolling();
    queue.abort();
    stopLeading?.();
    channel.close();
  };
}

/** Emits a `hello` event in a tab that joins an open stream, so that it fetches its data. */
function emitHello({ chat, notifications, staffOnline }: LiveState): void {
  emitLive('hello', { chat, notifications, staff_online: staffOnline, resumed: false });
}
