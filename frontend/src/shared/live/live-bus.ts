import type { LiveEvent, LiveEvents } from './live-events';

/** State of the live event stream in this tab. */
export type LiveState = {
  /** Whether the stream is connected and has sent its first event. */
  open: boolean;
  /** Whether the stream was connected before, so that the data needs only catching up. */
  everOpened: boolean;
  /** Whether the stream has been down for a while, so that components poll. */
  polling: boolean;
  /** Whether the chat service responds, as the stream reports it. */
  chat: boolean;
  notifications: boolean;
  staffOnline: boolean;
};

export const INITIAL_STATE: LiveState = {
  open: false,
  everOpened: false,
  polling: false,
  chat: true,
  notifications: true,
  staffOnline: false,
};

type Listener<Event extends LiveEvent> = (data: LiveEvents[Event]) => void;

const listeners = new Map<LiveEvent, Set<Listener<never>>>();
const watchers = new Set<() => void>();
let state = INITIAL_STATE;

/** Subscribes to a live event. Returns a function that unsubscribes. */
export function onLive<Event extends LiveEvent>(event: Event, listener: Listener<Event>) {
  const set = listeners.get(event) ?? new Set();
  listeners.set(event, set.add(listener as Listener<never>));
  return () => void set.delete(listener as Listener<never>);
}

/** Publishes an event. The service state is updated before subscribers are called. */
export function emitLive<Event extends LiveEvent>(event: Event, data: LiveEvents[Event]): void {
  setLiveState(stateAfter(event, data as Partial<LiveEvents['hello']>));
  for (const listener of [...(listeners.get(event) ?? [])]) {
    try {
      (listener as Listener<Event>)(data);
    } catch (error) {
      // An error of one subscriber does not affect the others.
      reportError(error);
    }
  }
}

export const liveState = () => state;

export function setLiveState(change: Partial<LiveState>): void {
  const entries = Object.entries(change) as [keyof LiveState, boolean][];
  if (entries.every(([key, value]) => state[key] === value)) return;
  state = { ...state, ...change };
  for (const watcher of [...watchers]) watcher();
}

export function subscribeLiveState(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

function stateAfter(event: LiveEvent, data: Partial<LiveEvents['hello']>): Partial<LiveState> {
  const { chat, notifications, staff_online: staffOnline } = data;
  const online = typeof staffOnline === 'boolean' ? { staffOnline } : {};
  if (event === 'presence') return online;
  if (event !== 'hello' && event !== 'status') return {};
  return {
    ...(event === 'hello' && { ...online, open: true, everOpened: true, polling: false }),
    ...(typeof chat === 'boolean' && { chat }),
    ...(typeof notifications === 'boolean' && { notifications }),
  };
}
