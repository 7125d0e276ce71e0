import { startPollingFallback } from './direct-stream';
import { HEARTBEAT_TIMEOUT_MS, openStream } from './event-stream';
import { emitLive, type LiveState, liveState, setLiveState } from './live-bus';
import type { LiveEvent, LiveEvents } from './live-events';

type LeaderMessage =
  /** A tab that has just come: how do things stand? */
  | { is: 'new' }
  | { is: 'event'; name: LiveEvent; data: LiveEvents[LiveEvent]; id: string }
  | { is: 'state'; state: LiveState; to: 'all' | 'new' }
  | { is: 'beat' };

const HEARTBEAT_MS = 10_000;

/**
 * One stream for all tabs of a browser: the tab that holds the lock owns it and forwards the events. When that tab goes, the
 * next one continues from the last event it received. Returns the way to stop.
 */
export function joinLeaderTabStream(customerKey: string, onSignedOut: () => void): () => void {
  const name = `heuan-live ${customerKey}`;
  const channel = new BroadcastChannel(name);
  const say = (told: LeaderMessage) => channel.postMessage(told);
  let stopLeading: (() => void) | null = null;
  let queue = new AbortController();
  let lastEventId = '';
  let heardAt = Date.now();
  let isStopped = false;

  const receive = ({ data: told }: MessageEvent<LeaderMessage>) => {
    heardAt = Date.now();
    if (stopLeading) {
      // Two cannot lead: who speaks now has taken the lock over.
      if (told.is === 'new') say({ is: 'state', state: liveState(), to: 'new' });
      return;
    }
    if (told.is === 'event') {
      if (told.id) lastEventId = told.id;
      emitLive(told.name, told.data);
    } else if (told.is === 'state') {
      const wasOpen = liveState().open;
      setLiveState(told.state);
      if (told.to === 'new' && told.state.open && !wasOpen) emitHello(told.state);
    }
  };

  const openLeaderStream = () => {
    let beatAt = 0;
    const beat = () => {
      if (Date.now() - beatAt < HEARTBEAT_MS) return;
      beatAt = Date.now();
      say({ is: 'beat' });
    };
    // The shop's own beat also comes where timers are held back, this one also when the shop is away.
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
      // No longer wanted; or taken by another tab, which found this one silent.
      if (!mine) return;
      mine();
      if (!isStopped) ask(false);
    });
  };

  // A tab that the system put to sleep may hold the lock and say nothing.
  const watchdog = setInterval(() => {
    if (stopLeading || document.visibilityState === 'hidden') return;
    if (Date.now() - heardAt < HEARTBEAT_TIMEOUT_MS * 1.5) return;
    heardAt = Date.now();
    ask(true);
  }, HEARTBEAT_MS);

  const forget = startPollingFallback();
  channel.addEventListener('message', receive);
  say({ is: 'new' });
  ask(false);
  return () => {
    isStopped = true;
    clearInterval(watchdog);
    forget();
    queue.abort();
    stopLeading?.();
    channel.close();
  };
}

/** A tab that joins an open stream must fetch the state before it. */
function emitHello({ chat, notifications, staffOnline }: LiveState): void {
  emitLive('hello', { chat, notifications, staff_online: staffOnline, resumed: false });
}
