import { expect, it } from 'vitest';
import { createEventParser } from './sse-parser';

const STREAM = [
  'retry: 2000\n',
  ': ok\n\n',
  'id: 7\nevent: hello\ndata: {"chat":true}\n\n',
  'event: typing\r\ndata: {"a":1}\r\n\r\n',
  'data: one\ndata: two\nid: 8\n\n',
  'event: nothing\n\n',
  'id: 9\n\n',
  'data:ສະບາຍດີ\n\n',
  'unknown: x\nretry: soon\nid: a\0b\nid\ndata\n\n',
].join('');

const WANTED = [
  { name: 'hello', data: '{"chat":true}', id: '7' },
  { name: 'typing', data: '{"a":1}', id: '7' },
  { name: 'message', data: 'one\ntwo', id: '8' },
  { name: 'message', data: 'ສະບາຍດີ', id: '9' },
  { name: 'message', data: '', id: '' },
];

it('stream with comments and unknown fields gives its events', () => {
  expect(createEventParser()(STREAM)).toEqual(WANTED);
});

it('stream cut anywhere gives the same events', () => {
  for (let size = 1; size < 40; size += 1) {
    const parse = createEventParser();
    const events = [];
    for (let at = 0; at < STREAM.length; at += size) {
      events.push(...parse(STREAM.slice(at, at + size)));
    }
    expect(events, `pieces of ${size}`).toEqual(WANTED);
  }
});

it.each([
  ['of many lines', `data: ${'x'.repeat(100_000)}\n`],
  ['of one line', `data: ${'x'.repeat(100_000)}`],
])('event %s without an end throws', (_, piece) => {
  const parse = createEventParser();
  expect(() => {
    for (let pieces = 0; pieces < 20; pieces += 1) parse(piece);
  }).toThrow('too long');
});
