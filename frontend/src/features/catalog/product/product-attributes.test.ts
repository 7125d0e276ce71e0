import { expect, it } from 'vitest';
import { humanized, orderedAttributes } from './product-attributes';

it('attributes with a label come first, then the rest, without those with a row of their own', () => {
  const names = orderedAttributes({
    max_load_kg: 120,
    standard: 'TIS 2321',
    brand: 'Huendee',
    sku: 'HE-1',
    color: { la: 'ສີແດງ', en: 'Red' },
    warranty_months: 12,
    material: { la: 'ໄມ້', en: 'Wood' },
  }).map(({ name }) => name);
  expect(names).toEqual(['material', 'color', 'standard', 'warranty_months', 'max_load_kg']);
});

it('empty attributes are left out', () => {
  expect(orderedAttributes({ size: '', color: { la: '', en: '' }, note: '', pack: 0 })).toEqual([
    { name: 'pack', known: 'pack', value: 0 },
  ]);
});

it.each([
  ['max_load_kg', 'Max load kg'],
  ['ip-rating', 'Ip rating'],
  ['x', 'X'],
])('attribute %s is shown as %s', (name, text) => {
  expect(humanized(name)).toBe(text);
});
