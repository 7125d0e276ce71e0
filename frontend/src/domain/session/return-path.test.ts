import { expect, it } from 'vitest';
import { localReturnPath } from './return-path';

it.each([
  ['/checkout?buyNow=true', '/checkout?buyNow=true'],
  ['/la/cart', '/cart'],
  ['/en', '/'],
  ['/shop/104002#details', '/shop/104002#details'],
  [undefined, '/'],
  ['', '/'],
  ['checkout', '/'],
  ['https://evil.example/', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/la//evil.example', '/'],
  ['/./\\/evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/account/login?redirect=/account/login', '/'],
  ['/vn/account/register', '/'],
  ['/account/orders', '/account/orders'],
])('return path %s is %s', (redirect, path) => {
  expect(localReturnPath(redirect)).toBe(path);
});
