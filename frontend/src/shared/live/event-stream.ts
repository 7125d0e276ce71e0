import { backoff } from './backoff';
import { isLiveEvent, type LiveEvent, type LiveEvents } from './live-events';
import { createEventParser, type ServerEvent } from './sse-parser';

export const EVENTS = '/api/auth/events';

const SECOND = 1_000;
/**
 * Timeout of a connection without an event. The server sends a heartbeat every 15 s; a browser does not notice every
 * dead connection.
 */
export const HEARTBEAT_TIMEOUT_MS = 40 * SECOND;
/** Retry delay when the server has no event stream. */
const NOT_SUPPORTED_RETRY_MS = 300 * SECOND;
/** Duration after which a connection counts as stable, in ms. */
const STABLE_AFTER_MS = 10 * SECOND;
/** Jitter, because all clients are disconnected by a draining server at the same moment. */
const JITTER_MS = 500;
/** Retry delay if the customer has more streams open than the server allows. */
const TOO_MANY_STREAMS_RETRY_MS = 60 * SECOND;

export type StreamOptions = {
  inbox?: boolean;
  /** Last event id of another stream of this customer. */
  lastEventId?: string;
  onEvent: <Event extends LiveEvent>(event: Event, data: LiveEvents[Event], id: string) => void;
  /** Called for every event or heartbeat. */
  onHeartbeat?: () => void;
  /** Called when the connection is lost; it reconnects automatically. */
  onDown: (failures: number) => void;
  /** Called when the session has ended; it does not reconnect. */
  onSignedOut: () => void;
};

/**
 * Keeps a stream of live events open until it is closed. `EventSource` is not used, because it hides heartbeats and
 * error responses: a dead connection (a phone that changed networks) would seem open forever.
 */
export function openStream(options: StreamOptions): () => void {
  let lastEventId = options.lastEventId ?? '';
  let failures = 0;
  let connection: AbortController | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  let receivedAt = 0;
  let isClosed = false;
  let rest = 0;

  const beat = () => {
    receivedAt = Date.now();
    clearTimeout(watchdog);
    watchdog = setTimeout(() => connection?.abort(), HEARTBEAT_TIMEOUT_MS);
    options.onHeartbeat?.();
  };

  const take = ({ name, data, id }: ServerEvent): boolean => {
    if (id) lastEventId = id;
    if (name === 'bye') {
      // The customer has too many streams open; another attempt may succeed when others are closed.
      rest = JSON.parse(data || '{}').reason === 'streams' ? TOO_MANY_STREAMS_RETRY_MS : 0;
      return true;
    }
    if (isLiveEvent(name)) options.onEvent(name, JSON.parse(data), id);
    return false;
  };

  /** Resolves with the delay until the next attempt in ms, or null for none. */
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
    // Clears the timeout, also for a response that never begins.
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

  /** Reconnects when the browser is online or visible again. */
  const wake = () => {
    if (document.visibilityState === 'hidden' || navigator.onLine === false) return;
    if (connection && Date.now() - receivedAt > HEARTBEAT_TIMEOUT_MS / 2 && receivedAt > 0)
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
