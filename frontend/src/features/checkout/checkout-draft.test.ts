// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { clearDraft, customerDigest, readDraft, writeDraft } from './checkout-draft';
import { EMPTY_VALUES } from './checkout-values';

beforeEach(() => sessionStorage.clear());

it('draft: restored for the same customer only', () => {
  writeDraft('7', { ...EMPTY_VALUES, village: 'ດົງໂດກ' });
  expect(readDraft('7')).toMatchObject({ village: 'ດົງໂດກ' });
  expect(readDraft('8')).toEqual({});
  clearDraft();
  expect(readDraft('7')).toEqual({});
});

it('draft with unknown fields is reduced to those of the form', () => {
  const values = { village: 'x', password: 'y', phone: 7 };
  sessionStorage.setItem('heuan_checkout', JSON.stringify({ customer: '7', values }));
  expect(readDraft('7')).toEqual({ village: 'x' });
  sessionStorage.setItem('heuan_checkout', 'nonsense');
  expect(readDraft('7')).toEqual({});
});

it.each([
  ['cus_id=100001', '100001'],
  ['a=b; cus_id=7; c=d', '7'],
  ['xcus_id=7', ''],
  ['', ''],
])('cookies %s identify customer %s', (cookies, mark) =>
  expect(customerDigest(cookies)).toBe(mark),
);
