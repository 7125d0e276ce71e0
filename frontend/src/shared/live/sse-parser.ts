import { createParser } from 'eventsource-parser';

/** One event of a `text/event-stream`; `id` is the last one that the stream has sent. */
export type ServerEvent = { name: string; data: string; id: string };

/** Maximum length of an event in characters. A longer one ends the connection. */
const MAX_EVENT_LENGTH = 1_000_000;

/**
 * Incremental parser of a `text/event-stream`. It takes chunks that are split anywhere, and returns the events that
 * each completes. Comments, unknown fields and `retry` are ignored. Throws if an event is longer than
 * `MAX_EVENT_LENGTH`.
 */
export function createEventParser(): (piece: string) => ServerEvent[] {
  let lastEventId = '';
  let events: ServerEvent[] = [];
  const parser = createParser({
    maxBufferSize: MAX_EVENT_LENGTH,
    onId: (id) => {
      lastEventId = id;
    },
    onEvent: ({ event = 'message', data }) => events.push({ name: event, data, id: lastEventId }),
    // An invalid line, such as an unknown field, does not end the stream.
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded')
        throw new Error('event too long', { cause: error });
    },
  });
  return (piece) => {
    events = [];
    parser.feed(piece);
    return events;
  };
}
