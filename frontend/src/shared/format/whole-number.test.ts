import { expect, it } from 'vitest';
import { readWholeNumber } from './whole-number';

it.each([
  ['', undefined],
  ['  ', undefined],
  ['12', 12],
  [' 12 ', 12],
  ['1,200', 1200],
  ['1.200', 1200],
  ['1 200 000', 1_200_000],
  ['໒໕', 25],
  ['๑๒', 12],
  ['１２', 12],
  ['១២', 12],
  ['1.5', null],
  ['1.5.', null],
  ['2e3', null],
  ['-3', null],
  ['+3', null],
  ['9x9', null],
  ['1,20', null],
  ['0x10', null],
  ['½', null],
  ['9'.repeat(16), null],
])('whole number %j is %s', (text, number) => expect(readWholeNumber(text)).toBe(number));
