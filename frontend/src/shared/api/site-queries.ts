import { getQuery } from './client';
import type { Banners, Category, Company, Envelope, MenuItem } from './types';

/** Queries of the site content that every page needs. The shell and all features may use them. */
export const bannersQuery = getQuery<Envelope<Banners>>('/api/v1/banner');
export const categoriesQuery = getQuery<Envelope<Category[]>>('/api/v1/category', { active: true });
export const companyQuery = getQuery<Envelope<Company>>('/api/v1/company');
export const menuQuery = getQuery<Envelope<MenuItem[]>>('/api/v1/menu');
/** Slugs of the content pages that the merchant has written. */
export const pagesQuery = getQuery<Envelope<string[]>>('/api/v1/content');
