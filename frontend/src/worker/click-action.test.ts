import { expect, it } from 'vitest';
import { clickAction } from './click-action';

const ORIGIN = 'https://shop.example';

/** The action for a click that leads to `to`, as a text. */
function action(to: string, urls: string[]): string {
  const tabs = urls.map((url) => ({ url: ORIGIN + url }));
  const decided = clickAction(new URL(to, ORIGIN), tabs);
  return decided.kind === 'open'
    ? 'open'
    : `${decided.kind} ${decided.tab.url.slice(ORIGIN.length)}`;
}

it.each([
  ['/en/staff/orders/01K9', ['/en/staff/orders/01K9'], 'focus /en/staff/orders/01K9'],
  ['/en/staff/orders/01K9', ['/la/shop', '/la/staff/orders/01K9/'], 'focus /la/staff/orders/01K9/'],
  ['/en/staff/orders/01K9', ['/en/staff/orders', '/en/staff/products/7'], 'open'],
  ['/en/staff/orders/01K9', ['/en/shop'], 'open'],
  ['/en/staff/orders', ['/en/staff/orders?view=mine'], 'open'],
  ['/en/staff', ['/en/staffing'], 'open'],
])('staff push for %s with tabs %j: %s', (to, tabs, expected) => {
  expect(action(to, tabs)).toBe(expected);
});

it.each([
  ['/account/orders/7', ['/en/staff'], 'open'],
  ['/account/orders/7', ['/en/staff/orders/01K9', '/staff?view=mine'], 'open'],
  ['/account/orders/7', ['/en/staff/chat', '/la/shop'], 'navigate /la/shop'],
  ['/account/orders/7', ['/la/checkout', '/th/staff/products/7'], 'open'],
  ['/account/orders/7', ['/la', '/th/account/orders/7'], 'focus /th/account/orders/7'],
  ['/account/orders/7', ['/en/checkout/pay/01K9', '/en/staffing'], 'navigate /en/staffing'],
  ['/', ['/en/staff', '/la'], 'focus /la'],
  ['/account/orders/7', [], 'open'],
])('shopper push for %s with tabs %j: %s', (to, tabs, expected) => {
  expect(action(to, tabs)).toBe(expected);
});
