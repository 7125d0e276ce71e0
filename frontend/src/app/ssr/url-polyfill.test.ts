import { expect, it } from 'vitest';
import { Address, QueryParams } from './url-polyfill';

const ADDRESSES = [
  '/en/shop?category=3&brand=A+%26+B#stores',
  '/la/by-%E0%BA%AA?page=2',
  '/la/by-ສີ?brand=ສີ ນ້ຳ',
  'shop',
  '?page=2',
  '',
  'https://shop.example:8080/a/b?c#d',
];

it.each(ADDRESSES)('URL parses %s as browsers do', (href) => {
  for (const base of ['http://shop.invalid', 'http://shop.invalid/en/shop']) {
    const [ours, theirs] = [new Address(href, base), new URL(href, base)];
    const parts = ['href', 'origin', 'pathname', 'search', 'hash', 'host', 'protocol'] as const;
    for (const part of parts) expect(ours[part], part).toBe(theirs[part]);
    expect([...ours.searchParams]).toEqual([...theirs.searchParams]);
  }
});

it('URL throws on an invalid address', () => {
  expect(() => new Address('/shop')).toThrow(TypeError);
});

it.each<Record<string, string>>([
  { a: 'x y', b: 'ສີ', c: "!'()*~-._&=+%" },
  { '': '', 'a b': '' },
])('writes a query as a browser does', (pairs) => {
  const entries = Object.entries(pairs);
  const theirs = new URLSearchParams(entries);
  expect(new QueryParams(entries).toString()).toBe(theirs.toString());
  expect([...new QueryParams(theirs.toString())]).toEqual([...theirs]);
  expect([...new QueryParams(pairs)]).toEqual([...new URLSearchParams(pairs)]);
});

it.each(['%', 'a=%zz&b=%E0', '&&=&a==b', '?a=1'])(
  'URLSearchParams parses %s without an error',
  (query) => {
    const names = [...new URLSearchParams(query)].map(([name]) => name);
    expect([...new QueryParams(query)].map(([name]) => name)).toEqual(names);
  },
);
