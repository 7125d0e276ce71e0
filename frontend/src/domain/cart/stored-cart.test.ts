// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import type { LineProduct } from '@/domain/catalog/line-product';
import { readBuyNow, writeBuyNow } from './buy-now';
import { EMPTY_CART, withMore } from './cart-lines';
import { clearStoredCart, readStoredCart, storeCart } from './stored-cart';

const product = { pro_id: 7, price: 58_000, stock: 9 } as LineProduct;

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

it('stored cart is an array of items with the time of writing', () => {
  const cart = withMore(EMPTY_CART, product, 3);
  storeCart(cart, 1_000);
  expect(JSON.parse(localStorage.getItem('heuan_cart') ?? '')).toMatchObject([
    { pro_id: 7, quantity: 3, price: 58_000 },
  ]);
  expect(localStorage.getItem('heuan_cart_at')).toBe('1000');
  expect(readStoredCart()).toMatchObject({ count: 3, total: 174_000 });
});

it('empty cart clears the storage', () => {
  storeCart(withMore(EMPTY_CART, product, 3));
  storeCart(EMPTY_CART);
  expect(localStorage.length).toBe(0);
  storeCart(withMore(EMPTY_CART, product, 3));
  clearStoredCart();
  expect(localStorage.length).toBe(0);
});

it.each([
  ['nonsense', 'x'],
  ['no array', '{}'],
])('stored value %s is read as no cart', (_name, text) => {
  localStorage.setItem('heuan_cart', text);
  expect(readStoredCart()).toBeUndefined();
});

it('stored items that cannot be shown are skipped', () => {
  localStorage.setItem(
    'heuan_cart',
    '[null, 5, {"pro_id":"1"}, {"pro_id":1,"quantity":-2,"price":1}]',
  );
  expect(readStoredCart()?.lines).toEqual([]);
});

it('product of buy-now is stored in the tab', () => {
  writeBuyNow({ pro_id: 7, quantity: 2 });
  expect(readBuyNow()).toEqual({ pro_id: 7, quantity: 2 });
  sessionStorage.setItem('heuan_buy_now', '{"pro_id":7,"quantity":0}');
  expect(readBuyNow()).toBeNull();
  writeBuyNow(null);
  expect(readBuyNow()).toBeNull();
});
