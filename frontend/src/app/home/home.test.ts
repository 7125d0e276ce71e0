import { expect, it } from 'vitest';
import type { Category, Product } from '@/shared/api/types';
import { heroTiles } from './hero-tiles';
import { withoutProducts } from './home-queries';

const category = (cat_id: number) => ({ cat_id }) as Category;
const product = (cat_id: number, pro_img_cover = `${cat_id}.webp`) =>
  ({ cat_id, pro_img_cover }) as Product;

it('hero shows each category once, in the order of the products', () => {
  const tiles = heroTiles(
    [category(1), category(2)],
    [product(2), product(2, 'other.webp'), product(9), product(1, ''), product(1)],
  );
  expect(tiles.map(({ category: { cat_id }, image }) => [cat_id, image])).toEqual([
    [2, '2.webp'],
    [1, '1.webp'],
  ]);
});

it('new arrivals leave out products shown above, and fill their place', () => {
  const products = (...ids: number[]) => ids.map((pro_id) => ({ pro_id }) as Product);
  const newest = products(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13);
  const shown = withoutProducts(newest, products(2, 9, 40));
  expect(shown.map(({ pro_id }) => pro_id)).toEqual([1, 3, 4, 5, 6, 7, 8, 10, 11, 12]);
});
