import type { FoundProduct, Product } from '@/shared/api/types';

/** Ranges of `name` that match the search text, as the search service found them; none for a product that was not searched for. */
export function matchRanges(product: Product | FoundProduct, name: string): number[][] | undefined {
  if (!('matches' in product)) return;
  const { la, en } = product.matches;
  return name === product.pro_name_la ? la : en;
}
