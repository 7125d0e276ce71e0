// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import type { LineProduct } from '@/cart/lines';
import { forgetIntent, rememberIntent, takeIntent } from './intent';
import { closePrompt, promptLogin } from './prompt';
import { hasCustomerCookie } from './session';

const product = { pro_id: 7, price: 5 } as LineProduct;
const HOUR = 3_600_000;

afterEach(() => localStorage.clear());

it('is carried out once', () => {
  rememberIntent({ product, quantity: 3 });
  expect(takeIntent()).toEqual({ product, quantity: 3 });
  expect(takeIntent()).toBeNull();
});

it('is the last one only', () => {
  rememberIntent({ product, quantity: 3 });
  rememberIntent({ wishlist: true });
  expect(takeIntent()).toEqual({ wishlist: true });
});

it('lasts a day', () => {
  rememberIntent({ product, quantity: 1 }, 1_000);
  expect(takeIntent(1_000 + 24 * HOUR)).not.toBeNull();
  rememberIntent({ product, quantity: 1 }, 1_000);
  expect(takeIntent(1_001 + 24 * HOUR)).toBeNull();
});

it.each([
  '',
  'x',
  '[]',
  '{"at":1}',
  `{"at":${Date.now()},"product":{"pro_id":"7"},"quantity":1}`,
  `{"at":${Date.now()},"product":{"pro_id":7},"quantity":0}`,
])('is nothing when storage holds %s', (text) => {
  localStorage.setItem('heuan_intent', text);
  expect(takeIntent()).toBeNull();
});

it('stays on the way to login, and goes when the visitor turns away', () => {
  promptLogin({ product, quantity: 2 });
  closePrompt(true);
  expect(takeIntent()).toEqual({ product, quantity: 2 });
  promptLogin({ product, quantity: 2 });
  closePrompt(false);
  expect(takeIntent()).toBeNull();
  forgetIntent();
});

it.each([
  ['cus_id=12', true],
  ['heuan_lang=la; cusId=12', true],
  ['a=1;customer_id=9; b=2', true],
  ['cus_id=', false],
  ['not_cus_id=5', false],
  ['', false],
])('the cookies %j name a customer: %s', (cookies, isThere) => {
  expect(hasCustomerCookie(cookies)).toBe(isThere);
});
