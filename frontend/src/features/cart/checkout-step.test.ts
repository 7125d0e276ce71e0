import { expect, it } from 'vitest';
import { checkoutPlace } from './checkout-step';

it.each([
  ['/shop', {}, 'elsewhere'],
  ['/cart', {}, 'elsewhere'],
  ['/checkout/pay/4', {}, 'elsewhere'],
  ['/checkout', {}, 'checkout'],
  ['/checkout/', { buyNow: 'false' }, 'checkout'],
  ['/checkout', { buyNow: 'true' }, 'buy-now'],
  ['/checkout', { buyNow: true }, 'buy-now'],
])('%s %j is %s', (pathname, search, place) => {
  expect(checkoutPlace(pathname, search)).toBe(place);
});
