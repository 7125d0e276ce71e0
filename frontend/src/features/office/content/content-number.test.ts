import { expect, it } from 'vitest';
import type { ContentBody } from './content-api';
import { numberErrors, typedNumber } from './content-number';
import { blankBody } from './content-schema';

it.each([
  ['17.9757', 17.9757],
  ['17,9757', 17.9757],
  ['-0.5', -0.5],
  ['໑໗.໙', 17.9],
  ['', null],
  ['17.9757, 102.63', '17.9757, 102.63'],
  ['north', 'north'],
])('latitude typed as %j is %j', (text, value) => {
  expect(typedNumber('degrees', text)).toBe(value);
});

it('invalid numbers of an item are reported, empty degrees are not', () => {
  const branch = (change: ContentBody) => ({ ...blankBody('branch'), ...change });
  expect(numberErrors('branch', branch({ lat: null, lng: 102.63 }))).toEqual([]);
  expect(numberErrors('branch', branch({ lat: 'north', lng: 'east' }))).toEqual([
    'office.content.fault.degrees',
    'office.content.fault.degrees',
  ]);
  const promotion = (position: unknown) => ({ ...blankBody('promotion'), position });
  expect(numberErrors('promotion', promotion(0))).toEqual([]);
  expect(numberErrors('promotion', promotion('1.5'))).toEqual(['office.content.fault.whole']);
  expect(numberErrors('promotion', promotion(''))).toEqual(['office.product.required']);
});
