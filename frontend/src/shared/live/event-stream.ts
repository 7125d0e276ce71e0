import { backoff } from './backoff';
import { isLiveEvent, type LiveEvent, type LiveEvents } from './live-events';
import { createEventParser, type ServerEvent } from './sse-parser';

export const EVENTS = '/api/auth/events';

const SECOND = 1_000;
/** The shop says something every 15 s; after this the connection is dead, though the browser may not know. */
export const HEARTBEAT_TIMEOUT_MS = 40 * SECOND;
/** Retry delay when the server has no event stream. */
const NOT_SUPPORTED_RETRY_MS = 300 * SECOND;
/** A connection that stood for this long was a good one. */
const STABLE_AFTER_MS = 10 * SECOND;
/** Jitter, because all clients are disconnected by a draining server at the same moment. */
const JITTER_MS = 500;
/** When the customer has more pages open than the shop serves. */
const TOO_MANY_STREAMS_RETRY_MS = 60 * SECOND;

export type StreamOptions = {
  inbox?: boolean;
  /** Last event id of another stream of this customer. */
  lastEventId?: string;
  onEvent: <Event extends LiveEvent>(event: Event, data: LiveEvents[Event], id: string) => void;
  /** Any event or heartbeat was received. */
  onHeartbeat?: () => void;
  /** The connection is gone; another one is tried by itself. */
  onDown: (failures: number) => void;
  /** The session is over: nothing is tried any more. */
  onSignedOut: () => void;
};

/**
 * Holds the stream of live events open until closed. `EventSource` is not used: it hides the heartbeat, so a connection
 * that died silently (a phone that changed networks) would look fine for ever, and it hides what the shop answered.
 */
export function openStream(options: StreamOptions): () => void {
  let lastEventId = options.lastEventId ?? '';
  let failures = 0;
  let connection: AbortController | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  let heardAt = 0;
  let isClosed = false;
  let rest = 0;

  const beat = () => {
    heardAt = Date.now();
    clearTimeout(watchdog);
    watchdog = setTimeout(() => connection?.abort(), HEARTBEAT_TIMEOUT_MS);
    options.onHeartbeat?.();
  };

  const take = ({ name, data, id }: ServerEvent): boolean => {
    if (id) lastEventId = id;
    if (name === 'bye') {
      // Too many of this customer's pages are open: the one that went comes back when others may have closed.
      rest = JSON.parse(data || '{}').reason === 'streams' ? TOO_MANY_STREAMS_RETRY_MS : 0;
      return true;
    }
    if (isLiveEvent(name)) options.onEvent(name, JSON.parse(data), id);
    return false;
  };

  /** Resolves with ms until the next try, or null for none. */
  const run = async (signal: AbortSignal): Promise<number | null> => {
    const openedAt = Date.now();
    const response = await fetch(address(options.inbox), {
      headers: {
        accept: 'text/event-stream',
        ...(lastEventId && { 'last-event-id': lastEventId }),
      },
      cache: 'no-store',
      signal,
    });
    if (response.status === 401) return null;
    if (!response.ok || !response.body) {
      failures += 1;
      const wanted = Number(response.headers.get('retry-after')) * SECOND || 0;
      const isRefused = [403, 404, 405].includes(response.status);
      return Math.max(wanted, isRefused ? NOT_SUPPORTED_RETRY_MS : backoff(failures));
    }
    const parse = createEventParser();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done || signal.aborted) break;
        beat();
        if (parse(value).some(take)) return rest + Math.random() * JITTER_MS;
      }
    } finally {
      if (Date.now() - openedAt > STABLE_AFTER_MS) failures = 0;
      void reader.cancel().catch(() => {});
    }
    failures += 1;
    return backoff(failures - 1);
  };

  const connect = async () => {
    clearTimeout(again);
    const mine = new AbortController();
    connection = mine;
    // Also for an answer that never begins.
    clearTimeout(watchdog);
    watchdog = setTimeout(() => mine.abort(), HEARTBEAT_TIMEOUT_MS);
    const wait = await run(mine.signal).catch(() => {
      failures += 1;
      return backoff(failures - 1);
    });
    mine.abort();
    if (isClosed || connection !== mine) return;
    connection = null;
    clearTimeout(watchdog);
    if (wait === null) {
      close();
      return options.onSignedOut();
    }
    options.onDown(failures);
    again = setTimeout(connect, wait);
  };

  /** The browser is back on a network or on screen: what was waited for may be there. */
  const wake = () => {
    if (document.visibilityState === 'hidden' || navigator.onLine === false) return;
    if (connection && Date.now() - heardAt > HEARTBEAT_TIMEOUT_MS / 2 && heardAt > 0)
      connection.abort();
    if (!connection) {
      failures = 0;
      void connect();
    }
  };
  const lose = () => connection?.abort();

  function close() {
    isClosed = true;
    clearTimeout(again);
    clearTimeout(watchdog);
    connection?.abort();
    window.removeEventListener('online', wake);
    window.removeEventListener('offline', lose);
    document.removeEventListener('visibilitychange', wake);
  }

  window.addEventListener('online', wake);
  window.addEventListener('offline', lose);
  document.addEventListener('visibilitychange', wake);
  void connect();
  return close;
}

const address = (inbox = false) => (inbox ? `${EVENTS}?inbox=true` : EVENTS);
