import { expect, it } from 'vitest';
import { readPrice } from './price-text';

it.each([
  ['112,000', 112_000],
  ['₭112,000', 112_000],
  ['₭ 112 000', 112_000],
  ['112.000 ₭', 112_000],
  ['112000 kip', 112_000],
  ['໑໑໒,໐໐໐ KIP', 112_000],
  ['', undefined],
  ['₭', undefined],
  ['1₭5', null],
  ['1kip5', null],
  ['1.5', null],
  ['1.500', 1_500],
  ['1.234.500', 1_234_500],
  ['1,234.500', null],
  ['1.234,500', null],
  ['0.500', null],
  ['-3', null],
  ['99999999999999', null],
])('price typed as %j is %s', (text, price) => expect(readPrice(text)).toBe(price));
