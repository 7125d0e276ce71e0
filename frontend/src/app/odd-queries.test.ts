import { expect, it } from 'vitest';
import ODD_QUERIES from '@/features/catalog/shop/odd-queries.json';
import { parseProductListParams, productParams } from '@/features/catalog/shop/product-list-params';
import { apiUrl } from '@/shared/api/client';
import { parseQuery } from './router';

// The edge's tests read the same table, so that the server-rendered page equals the page of the scripts.
it.each(ODD_QUERIES as [string, string][])('query %j is the list %s', (query, list) => {
  const { page, ...params } = productParams(parseProductListParams(parseQuery(query)));
  expect(apiUrl('/shop', { ...params, page: page === 1 ? undefined : page })).toBe(list);
});
