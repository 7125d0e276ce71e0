import { expect, it } from 'vitest';
import { domainOf } from './domain-of';

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
