import { expect, it } from 'vitest';
import { alternates, canonicalUrl } from './page-addresses';

const canonical = (address: string) => canonicalUrl(new URL(address, 'https://shop.example')).href;

it.each([
  ['home', '/la', '/la'],
  ['home with a slash', '/la/', '/la'],
  [
    'a list keeps what makes it another list',
    '/en/shop?view=list&page=2&brand=A+%26+B&in_stock=true',
    '/en/shop?brand=A+%26+B&page=2',
  ],
  ['the first page is the list', '/en/shop?category=2&page=1', '/en/shop?category=2'],
  ['a collection keeps its page', '/en/by-new?sort=price_asc&page=2', '/en/by-new?page=2'],
  ['a Lao name stays encoded', '/la/by-%E0%BA%AA', '/la/by-%E0%BA%AA'],
  ['other pages keep nothing', '/en/promotions?utm_source=fb#top', '/en/promotions'],
])('page address: %s', (_name, address, expected) => {
  expect(canonical(address)).toBe(`https://shop.example${expected}`);
});

it('home in other languages has no trailing slash', () => {
  const links = alternates(new URL('https://shop.example/en'));
  expect(links.at(-1)).toEqual(['x-default', 'https://shop.example/la']);
});
