import { productsQuery } from '@/features/catalog/catalog-queries';
import type { Product } from '@/shared/api/types';

/** Products in one section: two rows of five. The edge embeds the same queries in the page. */
const SHOWN = 10;
/** Twice the number shown, because products already listed as popular are left out. */
const NEWEST = 20;

export const popularQuery = productsQuery({ sort: 'popular', limit: SHOWN });
export const newestQuery = productsQuery({ sort: 'newest', limit: NEWEST });

/** Returns `products` without those that an earlier section of the page already shows. */
export function withoutProducts(products: Product[], shown: Product[]): Product[] {
  const ids = new Set(shown.map(({ pro_id }) => pro_id));
  return products.filter(({ pro_id }) => !ids.has(pro_id)).slice(0, SHOWN);
}
