import { oneOf, whole } from '../address-values';

/** Lists of searches, as the API names them. */
export const SEARCH_LISTS = ['without_result', 'few_clicks', 'all'] as const;
export const SEARCH_TABS = [...SEARCH_LISTS, 'synonyms', 'rules'] as const;
export type SearchList = (typeof SEARCH_LISTS)[number];
export type SearchTab = (typeof SEARCH_TABS)[number];

/** Query parameters of the page. */
export type StaffSearchesParams = {
  view?: SearchTab;
  search?: string;
  /** Number of pages that the list shows. */
  page?: number;
};

const MAX_SEARCH_LENGTH = 200;
/** Maximum pages that an address loads, one request each: 2,000 rows. */
const MAX_PAGES = 40;

/** Text that the list is filtered by, or an empty one. A text of digits arrives as a number. */
export function parseSearchText({ search }: Record<string, unknown>): string {
  const isText = typeof search === 'string' || typeof search === 'number';
  return isText ? String(search).slice(0, MAX_SEARCH_LENGTH) : '';
}

/** Number of pages that the list shows, from 1. */
export const parseSearchPages = ({ page }: Record<string, unknown>): number =>
  Math.min(whole(page, 1) ?? 1, MAX_PAGES);

/** Parses the tab; the default is searches without a result. */
export function parseSearchTab(query: Record<string, unknown>): SearchTab {
  return oneOf([...SEARCH_TABS], query.view) ?? 'without_result';
}

export const isSearchList = (tab: SearchTab): tab is SearchList =>
  (SEARCH_LISTS as readonly string[]).includes(tab);
