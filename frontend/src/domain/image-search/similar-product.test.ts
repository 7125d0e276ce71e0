import { expect, it } from 'vitest';
import { asProduct, parseSimilarProducts, percentOf } from './similar-product';

it('takes either name of a field', () => {
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
  expect(first).toMatchObject({ id: 7, title: 'ໂຄມ', imageUrl: 'a', price: 5000, stock: 3 });
  expect(second).toMatchObject({ id: 8, title: 'ໄຟ', title_en: 'Lamp', imageUrl: 'b', stock: 0 });
  expect(second && percentOf(second)).toBe(88);
});

it('puts 50 % , 0 kip and 10 in stock where the shop said nothing, and sells nothing on them', () => {
  const [found] = parseSimilarProducts([{ id: 1 }]);
  expect(found).toMatchObject({ similarity: 0.5, price: 0, stock: 10, isKnown: false });
  expect(found && asProduct(found)).toMatchObject({ price: null, stock: null });
});

it('lists a product once, at its best place, and leaves out what is none', () => {
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

it('keeps the likeness between 0 and 1', () => {
  expect(
    parseSimilarProducts([
      { id: 1, similarity: 7 },
      { id: 2, similarity: -1 },
    ]).map(percentOf),
  ).toEqual([100, 0]);
});
