import { expect, it } from 'vitest';
import { nextOption } from './search-options';

const ids = ['a', 'b', 'c'];

it.each([
  ['goes from the text to the first', 'ArrowDown', undefined, 'a'],
  ['moves to the next option', 'ArrowDown', 'a', 'b'],
  ['goes from the last back to the text', 'ArrowDown', 'c', undefined],
  ['goes from the text to the last', 'ArrowUp', undefined, 'c'],
  ['goes from the first back to the text', 'ArrowUp', 'a', undefined],
  ['goes to the first', 'Home', 'c', 'a'],
  ['goes to the last', 'End', 'a', 'c'],
  ['leaves Home to the text', 'Home', undefined, null],
  ['leaves End to the text', 'End', undefined, null],
  ['leaves other keys', 'x', 'a', null],
  ['starts at the first option where the active one has gone', 'ArrowDown', 'gone', 'a'],
] as const)('search options: %s', (_name, key, active, next) => {
  expect(nextOption(key, ids, active)).toBe(next);
});

it('arrow key without options selects none', () => {
  expect(nextOption('ArrowDown', [], undefined)).toBeNull();
});
