import { expect, it } from 'vitest';
import { parseCollectionSearch } from '@/features/catalog/collections/collection-search';
import ODD_QUERIES from '@/features/catalog/shop/odd-queries.json';
import {
  idOfPath,
  parseProductListParams,
  productParams,
  searchParams,
  searchTextOf,
} from '@/features/catalog/shop/product-list-params';
import { apiUrl } from '@/shared/api/client';
import { parseQuery } from './router';

/** Path and parameters of the page that the router shows at an address. */
function shown(path: string, query: string): [string, Record<string, unknown>] {
  const raw = parseQuery(query);
  if (path.startsWith('/by-')) return [path, parseCollectionSearch(raw)];
  if (path !== '/shop') return [path.replace(/\d+$/, idOfPath), {}];
  const search = parseProductListParams(raw);
  const text = searchTextOf(search);
  const params = text
    ? { ...searchParams(search, text), page: search.page }
    : productParams(search);
  return [path, params];
}

// The edge's tests read the same table, so that the server-rendered page equals the page of the scripts.
it.each(ODD_QUERIES as [string, string][])(
  'address or query %j is the page %s',
  (odd, expected) => {
    const [path = '', query = ''] = (odd.startsWith('/') ? odd : `/shop?${odd}`).split(/\?(.*)/s);
    const [at, { page, ...params }] = shown(path, query);
    expect(apiUrl(at, { ...params, page: page === 1 ? undefined : page } as never)).toBe(expected);
  },
);
