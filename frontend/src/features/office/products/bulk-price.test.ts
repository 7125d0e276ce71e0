import { expect, it } from 'vitest';
import { readPriceStep } from './bulk-price';

it.each([
  ['percent', '+3', { by_percent: 3 }],
  ['percent', '3%', { by_percent: 3 }],
  ['percent', '−2.5', { by_percent: -2.5 }],
  ['percent', '-2,25', { by_percent: -2.25 }],
  ['percent', '໓', { by_percent: 3 }],
  ['percent', '-90', { by_percent: -90 }],
  ['percent', '-91', null],
  ['percent', '901', null],
  ['percent', '1.005', null],
  ['percent', 'three', null],
  ['percent', '', undefined],
  ['percent', '0', undefined],
  ['amount', '+5,000', { by_amount: 5000 }],
  ['amount', '-500', { by_amount: -500 }],
  ['amount', '1.5', null],
  ['amount', '+', null],
  ['amount', '', undefined],
] as const)('bulk price change: %s %j is read as %j', (kind, typed, step) => {
  expect(readPriceStep(kind, typed)).toEqual(step);
});
