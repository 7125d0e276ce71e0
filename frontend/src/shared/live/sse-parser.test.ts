import { expect, it } from 'vitest';
import { createEventParser } from './sse-parser';

const STREAM = [
  'retry: 2000\n',
  ': ok\n\n',
  'id: 7\nevent: hello\ndata: {"chat":true}\n\n',
  'event: typing\r\ndata: {"a":1}\r\n\r\n',
  'data: one\ndata: two\nid: 8\n\n',
  'event: nothing\n\n',
  'data:ສະບາຍດີ\n\n',
].join('');

const WANTED = [
  { name: 'hello', data: '{"chat":true}', id: '7' },
  { name: 'typing', data: '{"a":1}', id: '7' },
  { name: 'message', data: 'one\ntwo', id: '8' },
  { name: 'message', data: 'ສະບາຍດີ', id: '8' },
];

it('reads events, and passes comments over', () => {
  expect(createEventParser()(STREAM)).toEqual(WANTED);
});

it('reads the same however the stream is cut', () => {
  for (let size = 1; size < 40; size += 1) {
    const parse = createEventParser();
    const events = [];
    for (let at = 0; at < STREAM.length; at += size) {
      events.push(...parse(STREAM.slice(at, at + size)));
    }
    expect(events, `pieces of ${size}`).toEqual(WANTED);
  }
});

it('gives up on an event without an end', () => {
  const parse = createEventParser();
  const line = `data: ${'x'.repeat(100_000)}\n`;
  expect(() => {
    for (let lines = 0; lines < 20; lines += 1) parse(line);
  }).toThrow('too long');
});
