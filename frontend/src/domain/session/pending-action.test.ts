// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import type { LineProduct } from '@/domain/catalog/line-product';
import { closePrompt, promptLogin } from './login-prompt';
import { clearPendingAction, consumePendingAction, storePendingAction } from './pending-action';
import { hasCustomerCookie } from './session';

const product = { pro_id: 7, price: 5 } as LineProduct;
const HOUR = 3_600_000;

afterEach(() => localStorage.clear());

it('pending action is carried out once', () => {
  storePendingAction({ product, quantity: 3 });
  expect(consumePendingAction()).toEqual({ product, quantity: 3 });
  expect(consumePendingAction()).toBeNull();
});

it('pending action replaces the previous one', () => {
  storePendingAction({ product, quantity: 3 });
  storePendingAction({ wishlist: true });
  expect(consumePendingAction()).toEqual({ wishlist: true });
});

it('pending order that is bought again is carried out with its key', () => {
  const order = { order_id: '01K9', key: 'k' };
  storePendingAction({ order });
  expect(consumePendingAction()).toEqual({ order });
  localStorage.setItem('heuan_intent', JSON.stringify({ at: Date.now(), order: { order_id: 7 } }));
  expect(consumePendingAction()).toBeNull();
});

it('pending action expires after a day', () => {
  storePendingAction({ product, quantity: 1 }, 1_000);
  expect(consumePendingAction(1_000 + 24 * HOUR)).not.toBeNull();
  storePendingAction({ product, quantity: 1 }, 1_000);
  expect(consumePendingAction(1_001 + 24 * HOUR)).toBeNull();
});

it.each([
  '',
  'x',
  '[]',
  '{"at":1}',
  `{"at":${Date.now()},"product":{"pro_id":"7"},"quantity":1}`,
  `{"at":${Date.now()},"product":{"pro_id":7},"quantity":0}`,
])('stored value %s is read as no pending action', (text) => {
  localStorage.setItem('heuan_intent', text);
  expect(consumePendingAction()).toBeNull();
});

it('pending action is kept during the login and dropped when the prompt is closed', () => {
  promptLogin({ product, quantity: 2 });
  closePrompt(true);
  expect(consumePendingAction()).toEqual({ product, quantity: 2 });
  promptLogin({ product, quantity: 2 });
  closePrompt(false);
  expect(consumePendingAction()).toBeNull();
  clearPendingAction();
});

it.each([
  ['cus_id=12', true],
  ['heuan_lang=la; cusId=12', true],
  ['a=1;customer_id=9; b=2', true],
  ['cus_id=', false],
  ['not_cus_id=5', false],
  ['', false],
])('cookies %j indicate a session: %s', (cookies, isThere) => {
  expect(hasCustomerCookie(cookies)).toBe(isThere);
});
