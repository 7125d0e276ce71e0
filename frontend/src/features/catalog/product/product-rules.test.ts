import { expect, it } from 'vitest';
import { brandSlug } from '../brand-slug';
import {
  clubPoints,
  missingForFreeDelivery,
  paragraphs,
  priceBeforeVat,
  productImages,
  productNames,
  savedAmount,
} from './product-rules';

it.each([
  [4_650_000, 10, '4227272.73'],
  [58_000, 0, '58000.00'],
  [110, 10, '100.00'],
])('%s kip with %s%% VAT are %s before it', (price, rate, before) => {
  expect(priceBeforeVat(price, rate).toFixed(2)).toBe(before);
});

it.each([
  [0, 0],
  [199_999, 0],
  [200_000, 1],
  [4_650_000, 23],
])('%s kip earn %s points', (total, points) => {
  expect(clubPoints(total)).toBe(points);
});

it('price without a points rate earns no points', () => {
  expect(clubPoints(1_000_000, 0)).toBe(0);
});

it.each([
  [4_650_000, 6_643_000, 1_993_000],
  [58_000, 58_000, 0],
  [58_000, 50_000, 0],
  [null, 50_000, 0],
  [58_000, null, 0],
])('price %s instead of %s saves %s', (price, original, saved) => {
  expect(savedAmount(price, original)).toBe(saved);
});

it.each([
  [100_000, 500_000, 400_000],
  [500_000, 500_000, 0],
  [900_000, 500_000, 0],
  [100_000, 0, null],
  [100_000, undefined, null],
])('%s kip with free delivery from %s kip lack %s', (total, freeFrom, missing) => {
  expect(missingForFreeDelivery(total, freeFrom)).toBe(missing);
});

it.each([
  ['la', 'ໂຊຟາ', 'Sofa', 'ໂຊຟາ', 'lo', 'Sofa'],
  ['en', 'ໂຊຟາ', 'Sofa', 'Sofa', 'en', 'ໂຊຟາ'],
  ['vn', 'ໂຊຟາ', 'Sofa', 'ໂຊຟາ', 'lo', 'Sofa'],
  ['la', '', 'Sofa', 'Sofa', 'en', undefined],
  ['en', 'ໂຊຟາ', '', 'ໂຊຟາ', 'lo', undefined],
  ['la', 'LED', 'LED', 'LED', 'lo', undefined],
] as const)(
  'product name in %s of %j and %j',
  (code, pro_name_la, pro_name_en, text, lang, other) => {
    const names = productNames({ pro_name_la, pro_name_en }, code);
    expect(names.name).toEqual({ text, lang });
    expect(names.other?.text).toBe(other);
  },
);

it.each([
  ['a.webp', ['b.webp', 'a.webp', 'c.webp'], ['a.webp', 'b.webp', 'c.webp']],
  ['', ['b.webp', ''], ['b.webp']],
  ['', [], []],
])('images of cover %j with %j', (pro_img_cover, images, shown) => {
  expect(productImages({ pro_img_cover, images })).toEqual(shown);
});

it('text is split at its line ends', () => {
  expect(paragraphs('One.\n\n Two. \nThree.\n')).toEqual(['One.', 'Two.', 'Three.']);
});

it.each([
  ['Huendee', 'huendee'],
  ['Black & Decker', 'black-decker'],
  ['  3M! ', '3m'],
  ['ເຮືອນດີ', 'ເຮືອນດີ'],
  ['New!', 'new-brand'],
  ['New Life', 'new-life'],
])('brand %j has the slug %j', (brand, slug) => {
  expect(brandSlug(brand)).toBe(slug);
});
