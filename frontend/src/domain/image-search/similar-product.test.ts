import { expect, it } from 'vitest';
import { asProduct, parseSimilarProducts, percentOf } from './similar-product';

it('result is read with both spellings of its fields', () => {
  const [first, second] = parseSimilarProducts([
    {
      pro_id: '7',
      pro_name_la: 'ໂຄມ',
      title: 'x',
      pro_img_cover: 'a',
      pro_price: '5000',
      stock: 3,
    },
    {
      id: 8,
      title: 'ໄຟ',
      title_en: 'Lamp',
      imageUrl: 'b',
      price: 6000,
      stock: 0,
      similarity: 0.876,
    },
  ]);
  expect([first, second]).toMatchInlineSnapshot(`
    [
      {
        "id": 7,
        "imageUrl": "a",
        "isKnown": true,
        "price": 5000,
        "similarity": 0.5,
        "stock": 3,
        "title": "ໂຄມ",
        "title_en": "",
      },
      {
        "id": 8,
        "imageUrl": "b",
        "isKnown": true,
        "price": 6000,
        "similarity": 0.876,
        "stock": 0,
        "title": "ໄຟ",
        "title_en": "Lamp",
      },
    ]
  `);
  expect(second && percentOf(second)).toBe(88);
});

it('result without values gets 50 %, 0 kip and 10 in stock, and cannot be bought', () => {
  const [found] = parseSimilarProducts([{ id: 1 }]);
  expect(found).toMatchObject({ similarity: 0.5, price: 0, stock: 10, isKnown: false });
  expect(found && asProduct(found)).toMatchObject({ price: null, stock: null });
});

it('result list has each product once, at its best rank, without non-products', () => {
  const results = [
    { id: 2, title: 'best' },
    null,
    'x',
    { id: 0 },
    { id: 3 },
    { id: 2, title: 'later' },
  ];
  expect(parseSimilarProducts(results).map(({ id, title }) => [id, title])).toEqual([
    [2, 'best'],
    [3, ''],
  ]);
  expect(parseSimilarProducts('no list')).toEqual([]);
});

it('similarity out of range is clamped to 0 to 100 percent', () => {
  expect(
    parseSimilarProducts([
      { id: 1, similarity: 7 },
      { id: 2, similarity: -1 },
    ]).map(percentOf),
  ).toEqual([100, 0]);
});
