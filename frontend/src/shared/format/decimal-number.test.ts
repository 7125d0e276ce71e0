import { expect, it } from 'vitest';
import { readDecimalNumber } from './decimal-number';

it.each([
  ['', undefined],
  [' ', undefined],
  ['17.9757', 17.9757],
  [' 17,9757 ', 17.9757],
  ['-3', -3],
  ['−0.5', -0.5],
  ['+2.5', 2.5],
  ['໑໗.໙', 17.9],
  ['๑๐๒.๖', 102.6],
  ['１２', 12],
  ['1.2.3', null],
  ['1,234.5', null],
  ['1 200', null],
  ['2e3', null],
  ['.5', null],
  ['5.', null],
  ['0x10', null],
  ['1-2', null],
])('decimal number %j is %s', (text, number) => expect(readDecimalNumber(text)).toBe(number));
