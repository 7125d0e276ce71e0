import type { Paged, Product } from '@/shared/api/types';

type Page = Pick<Paged<Product>, 'data' | 'total'>;

/**
 * Whether all pages are loaded: the last one is empty, or there are as many products as the total says, including those
 * `before` the first page.
 */
export function isComplete(pages: Page[], before = 0): boolean {
  const last = pages.at(-1);
  if (!last) return false;
  const shown = pages.reduce((sum, { data }) => sum + data.length, before);
  return last.data.length === 0 || shown >= last.total;
}

/** Products of all pages in order. A product that moved to a later page meanwhile is shown once. */
export function productsOf(pages: Page[]): Product[] {
  const byId = new Map<number, Product>();
  for (const { data } of pages) for (const product of data) byId.set(product.pro_id, product);
  return [...byId.values()];
}
