import type { Paged, Product } from '@/shared/api/types';

type Page = Pick<Paged<Product>, 'data' | 'total'>;

/**
 * An empty page ends the paging; so does having as many products as the shop says there are, with those `before` the
 * first page.
 */
export function isComplete(pages: Page[], before = 0): boolean {
  const last = pages.at(-1);
  if (!last) return false;
  const shown = pages.reduce((sum, { data }) => sum + data.length, before);
  return last.data.length === 0 || shown >= last.total;
}

/** The products of all pages in order; one that moved to a later page while paging is shown once. */
export function productsOf(pages: Page[]): Product[] {
  const byId = new Map<number, Product>();
  for (const { data } of pages) for (const product of data) byId.set(product.pro_id, product);
  return [...byId.values()];
}
