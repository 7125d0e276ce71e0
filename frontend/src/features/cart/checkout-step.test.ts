import { expect, it } from 'vitest';
import { checkoutLocation } from './checkout-step';

it.each([
  ['/shop', {}, 'elsewhere'],
  ['/cart', {}, 'elsewhere'],
  ['/checkout/pay/4', {}, 'elsewhere'],
  ['/checkout', {}, 'checkout'],
  ['/checkout/', { buyNow: 'false' }, 'checkout'],
  ['/checkout', { buyNow: 'true' }, 'buy-now'],
  ['/checkout', { buyNow: true }, 'buy-now'],
])('checkout step: %s %j is %s', (pathname, search, place) => {
  expect(checkoutLocation(pathname, search)).toBe(place);
});
