import { PAGE_SIZE, productsQuery } from '@/features/catalog/catalog-queries';
import type { Product } from '@/shared/api/types';

/** Twice as many as are shown, since new arrivals sell well, too. The edge puts the same list into the page. */
const NEWEST = 20;

export const popularQuery = productsQuery({ sort: 'popular' });
export const newestQuery = productsQuery({ sort: 'newest', limit: NEWEST });

/** What the page does not show further up already. */
export function withoutProducts(products: Product[], shown: Product[]): Product[] {
  const ids = new Set(shown.map(({ pro_id }) => pro_id));
  return products.filter(({ pro_id }) => !ids.has(pro_id)).slice(0, PAGE_SIZE);
}
