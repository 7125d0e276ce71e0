import { getQuery } from './client';
import type { Banners, Category, Company, Envelope, MenuItem } from './types';

/**
 * Query of content that the merchant changes and that the shell shows as long as the page is open. It is fetched again when the
 * customer comes back to the page, unless it is less than a minute old.
 */
const siteQuery = <T>(...address: Parameters<typeof getQuery>) => ({
  ...getQuery<Envelope<T>>(...address),
  refetchOnWindowFocus: true,
});

/** Queries of the site content that every page needs. The shell and all features may use them. */
export const bannersQuery = siteQuery<Banners>('/api/v1/banner');
export const categoriesQuery = siteQuery<Category[]>('/api/v1/category', { active: true });
export const companyQuery = siteQuery<Company>('/api/v1/company');
export const menuQuery = siteQuery<MenuItem[]>('/api/v1/menu');
/** Slugs of the content pages that the merchant has written. */
export const pagesQuery = siteQuery<string[]>('/api/v1/content');
