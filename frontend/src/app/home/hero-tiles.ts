import type { Category, Product } from '@/shared/api/types';
import type { Tint } from '@/shared/ui/ResponsiveImage';

export type HeroTile = { category: Category; image: string; tint: Tint | undefined };

const TINTS: (Tint | undefined)[] = ['indigo', 'leaf', 'turmeric', 'clay', undefined];

/** Tiles of the hero section: the categories of the five best-ranked products, each with the image of its product. */
export function heroTiles(categories: Category[], products: Product[]): HeroTile[] {
  const tiles: HeroTile[] = [];
  for (const product of products) {
    const category = categories.find(({ cat_id }) => cat_id === product.cat_id);
    const isShown = tiles.some((tile) => tile.category.cat_id === product.cat_id);
    if (!category || isShown || !product.pro_img_cover) continue;
    tiles.push({ category, image: product.pro_img_cover, tint: TINTS[tiles.length] });
    if (tiles.length === TINTS.length) break;
  }
  return tiles;
}
