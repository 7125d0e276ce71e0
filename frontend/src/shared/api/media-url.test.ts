import { expect, it } from 'vitest';
import { mediaSrcSet, mediaUrl } from './media-url';

it.each([
  ['products/101002.webp', undefined, '/media/products/101002.webp'],
  ['products/101002.webp', 320, '/media/products/101002.webp?w=320'],
  ['products/ສີ 1.webp', undefined, '/media/products/%E0%BA%AA%E0%BA%B5%201.webp'],
  ['', 320, '/placeholder.png'],
  ['/static/a.png', 320, '/static/a.png'],
] as const)('mediaUrl %s at %s', (path, width, url) => {
  expect(mediaUrl(path, width)).toBe(url);
});

it('srcset has no width above the limit', () => {
  expect(mediaSrcSet('a.webp', 320)).toBe('/media/a.webp?w=160 160w, /media/a.webp?w=320 320w');
});
