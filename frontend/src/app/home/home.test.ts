import { expect, it } from 'vitest';
import type { Category, Product } from '@/shared/api/types';
import { heroTiles } from './hero-tiles';
import { withoutProducts } from './home-queries';

const category = (cat_id: number, cat_img: string | null = `c/${cat_id}.webp`) =>
  ({ cat_id, cat_img, cat_name_la: 'ກ', cat_name_en: 'a' }) as Category;
const local = { la: 'ກ', en: 'a' };

it('hero shows up to five images of the merchant', () => {
  const tile = (image: string) => ({ image, title: local, text: null, href: '/shop' });
  const tiles = ['1', '2', '3', '4', '5', '6'].map(tile);
  const shown = heroTiles({ title: local, text: local, tiles }, [category(1)]);
  expect(shown.map(({ image }) => image)).toEqual(['1', '2', '3', '4', '5']);
});

it.each([null, { title: local, text: local, tiles: [] }])(
  'hero without images of the merchant shows categories that have one: %j',
  (hero) => {
    const shown = heroTiles(
      hero,
      [3, 1, 2].map((id) => category(id, id === 1 ? null : undefined)),
    );
    expect(shown.map(({ image, href }) => [image, href])).toEqual([
      ['c/3.webp', '/shop?category=3'],
      ['c/2.webp', '/shop?category=2'],
    ]);
  },
);

it('new arrivals replace products that are shown above', () => {
  const products = (...ids: number[]) => ids.map((pro_id) => ({ pro_id }) as Product);
  const newest = products(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13);
  const shown = withoutProducts(newest, products(2, 9, 40));
  expect(shown.map(({ pro_id }) => pro_id)).toEqual([1, 3, 4, 5, 6, 7, 8, 10, 11, 12]);
});
