/** One event of a `text/event-stream`; `id` is the newest one the stream has named so far. */
export type ServerEvent = { name: string; data: string; id: string };

const MAX_EVENT_LENGTH = 1_000_000;

/**
 * Takes a `text/event-stream` in pieces, however they are cut, and returns the events each completes. Comments and
 * unknown fields are passed over. Throws when an event grows beyond all measure.
 */
export function createEventParser(): (piece: string) => ServerEvent[] {
  let rest = '';
  let name = '';
  let data: string[] = [];
  let size = 0;
  let id = '';

  const take = (line: string, events: ServerEvent[]) => {
    if (line === '') {
      if (data.length > 0) events.push({ name: name || 'message', data: data.join('\n'), id });
      name = '';
      data = [];
      size = 0;
      return;
    }
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1));
    if (field === 'event') name = value;
    else if (field === 'id' && !value.includes('\0')) id = value;
    else if (field === 'data') {
      data.push(value);
      size += value.length;
    }
  };

  return (piece) => {
    const events: ServerEvent[] = [];
    rest += piece;
    // A carriage return at the end may be half of a pair.
    const isHalf = rest.endsWith('\r');
    const lines = (isHalf ? rest.slice(0, -1) : rest).split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? '') + (isHalf ? '\r' : '');
    for (const line of lines) take(line, events);
    if (rest.length + size > MAX_EVENT_LENGTH) throw new Error('event too long');
    return events;
  };
}
