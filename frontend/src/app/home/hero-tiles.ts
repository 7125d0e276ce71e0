import type { Category, Hero, HeroTile } from '@/shared/api/types';

/** Maximum number of tiles that fit the layout. */
const MAX_TILES = 5;

/** Tiles of the hero section: those the merchant has written, otherwise the first categories with an image. */
export function heroTiles(hero: Hero | null, categories: Category[]): HeroTile[] {
  const written = hero?.tiles ?? [];
  const tiles = written.length > 0 ? written : categories.flatMap(categoryTile);
  return tiles.slice(0, MAX_TILES);
}

function categoryTile({ cat_id, cat_name_la, cat_name_en, cat_img }: Category): HeroTile[] {
  const title = { la: cat_name_la, en: cat_name_en };
  return cat_img ? [{ image: cat_img, title, text: null, href: `/shop?category=${cat_id}` }] : [];
}
