import { fallBack } from './direct-stream';
import { openStream, SILENCE } from './event-stream';
import { type LiveState, liveState, setLiveState, tellLive } from './live-bus';
import type { LiveEvent, LiveEvents } from './live-events';

type Told =
  /** A tab that has just come: how do things stand? */
  | { is: 'new' }
  | { is: 'event'; name: LiveEvent; data: LiveEvents[LiveEvent]; id: string }
  | { is: 'state'; state: LiveState; to: 'all' | 'new' }
  | { is: 'beat' };

const BEAT = 10_000;

/**
 * One stream for all tabs of a browser: whoever holds the lock has it and passes on what comes. When that tab goes, the
 * next one goes on from the last event it heard of. Returns the way to stop.
 */
export function sharedStream(who: string, onSignedOut: () => void): () => void {
  const name = `heuan-live ${who}`;
  const channel = new BroadcastChannel(name);
  const say = (told: Told) => channel.postMessage(told);
  let lead: (() => void) | null = null;
  let queue = new AbortController();
  let lastEventId = '';
  let heardAt = Date.now();
  let isStopped = false;

  const hear = ({ data: told }: MessageEvent<Told>) => {
    heardAt = Date.now();
    if (lead) {
      // Two cannot lead: who speaks now has taken the lock over.
      if (told.is === 'new') say({ is: 'state', state: liveState(), to: 'new' });
      return;
    }
    if (told.is === 'event') {
      if (told.id) lastEventId = told.id;
      tellLive(told.name, told.data);
    } else if (told.is === 'state') {
      const wasOpen = liveState().open;
      setLiveState(told.state);
      if (told.to === 'new' && told.state.open && !wasOpen) greet(told.state);
    }
  };

  const become = () => {
    let beatAt = 0;
    const beat = () => {
      if (Date.now() - beatAt < BEAT) return;
      beatAt = Date.now();
      say({ is: 'beat' });
    };
    // The shop's own beat also comes where timers are held back, this one also when the shop is away.
    const beats = setInterval(beat, BEAT);
    const close = openStream({
      lastEventId,
      onEvent: (event, data, id) => {
        if (id) lastEventId = id;
        tellLive(event, data);
        say({ is: 'event', name: event, data, id });
      },
      onBeat: beat,
      onDown: () => {
        setLiveState({ open: false });
        say({ is: 'state', state: liveState(), to: 'all' });
      },
      onSignedOut: () => {
        lead?.();
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
        const close = become();
        mine = () => {
          close();
          release();
          if (lead === mine) lead = null;
        };
        lead = mine;
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
    if (lead || document.visibilityState === 'hidden') return;
    if (Date.now() - heardAt < SILENCE * 1.5) return;
    heardAt = Date.now();
    ask(true);
  }, BEAT);

  const forget = fallBack();
  channel.addEventListener('message', hear);
  say({ is: 'new' });
  ask(false);
  return () => {
    isStopped = true;
    clearInterval(watchdog);
    forget();
    queue.abort();
    lead?.();
    channel.close();
  };
}

/** A tab that joins a standing stream has to ask for what was before it. */
function greet({ chat, notifications, staffOnline }: LiveState): void {
  tellLive('hello', { chat, notifications, staff_online: staffOnline, resumed: false });
}
