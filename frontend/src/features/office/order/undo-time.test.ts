import { expect, it } from 'vitest';
import { undoSeconds } from './undo-time';

const UNTIL = '2026-11-21T15:31:10+07:00';
const at = (time: string) => Date.parse(`2026-11-21T15:31:${time}+07:00`);

it('remaining seconds count down to zero', () => {
  expect(undoSeconds(UNTIL, at('00.500'), at('00.500'))).toBe(10);
  expect(undoSeconds(UNTIL, at('00.500'), at('06.100'))).toBe(4);
  expect(undoSeconds(UNTIL, at('00.500'), at('10.000'))).toBe(0);
});

it('order that cannot be undone has no remaining time', () => {
  expect(undoSeconds(null, at('00.000'), at('00.000'))).toBe(0);
});

it('wrong clock of the computer does not shorten the time', () => {
  const received = at('00.000') + 3_600_000;
  expect(undoSeconds(UNTIL, received, received)).toBe(10);
  expect(undoSeconds(UNTIL, received, received + 10_000)).toBe(0);
});
