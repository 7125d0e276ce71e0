import { expect, it } from 'vitest';
import { telHref } from './tel-href';

it.each([
  ['020 0000 1234', 'tel:02000001234'],
  ['+856 20 00001234', 'tel:+8562000001234'],
])('telephone number %s is called at %s', (phone, href) => {
  expect(telHref(phone)).toBe(href);
});
