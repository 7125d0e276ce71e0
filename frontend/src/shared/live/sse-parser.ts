import { createParser } from 'eventsource-parser';

/** One event of a `text/event-stream`; `id` is the newest one the stream has named so far. */
export type ServerEvent = { name: string; data: string; id: string };

/** In characters; an event that is still incomplete at this length ends the connection. */
const MAX_EVENT_LENGTH = 1_000_000;

/**
 * Incremental parser of a `text/event-stream`: takes pieces, however they are cut, and returns the events each completes.
 * Comments, unknown fields and `retry` are ignored. Throws when an event is longer than `MAX_EVENT_LENGTH`.
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
    // Faults of one line, such as an unknown field, are no reason to give up the stream.
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
