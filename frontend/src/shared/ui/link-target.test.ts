import { expect, it } from 'vitest';
import { linkTarget } from './link-target';

it.each([
  ['/promotion/1', { kind: 'inside', path: '/promotion/1', search: {}, hash: undefined }],
  [
    '/shop?search=20V#top',
    { kind: 'inside', path: '/shop', search: { search: '20V' }, hash: 'top' },
  ],
  ['https://example.com', { kind: 'outside', href: 'https://example.com' }],
  ['tel:020', { kind: 'outside', href: 'tel:020' }],
  ['#', { kind: 'none' }],
  ['//evil.example', { kind: 'none' }],
  ['javascript:alert(1)', { kind: 'none' }],
  ['', { kind: 'none' }],
])('link target: %s', (href, target) => {
  expect(linkTarget(href)).toEqual(target);
});
