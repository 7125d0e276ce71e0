import { expect, it } from 'vitest';
import { domainOf, readableAddress } from './domain-of';

it('address gives its domain', () => {
  expect(domainOf('https://www.a.example:8443/b')).toBe('a.example');
  expect(domainOf('nothing')).toBe('nothing');
});

it.each([
  ['http://ຮ້ານ.ລາວ/x', 'ຮ້ານ.ລາວ'],
  ['http://ร้าน.example', 'ร้าน.example'],
  // Cyrillic letters that look like Latin ones.
  ['http://раураl.example', 'xn--l-7sba6dbr.example'],
])('domain of %s is read as %s', (href, domain) => {
  expect(domainOf(href)).toBe(domain);
});

it.each([
  ['https://xn--q7ce6a.example/x?y=xn--q7ce6a#z', 'https://ລາວ.example/x?y=xn--q7ce6a#z'],
  ['www.XN--Q7CE6A.example:8080', 'www.ລາວ.example:8080'],
  ['https://a.example/B', 'https://a.example/B'],
  ['/la/shop/7', '/la/shop/7'],
])('address %s is read as %s', (address, read) => {
  expect(readableAddress(address)).toBe(read);
});
