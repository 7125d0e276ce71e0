import { getQuery } from './client';
import type { Banners, Category, Company, Envelope, MenuItem } from './types';

/** The five answers every page carries: the shell and any feature may use them. */
export const bannersQuery = getQuery<Envelope<Banners>>('/api/v1/banner');
export const categoriesQuery = getQuery<Envelope<Category[]>>('/api/v1/category', { active: true });
export const companyQuery = getQuery<Envelope<Company>>('/api/v1/company');
export const menuQuery = getQuery<Envelope<MenuItem[]>>('/api/v1/menu');
/** The slugs of the pages that the merchant has written. */
export const pagesQuery = getQuery<Envelope<string[]>>('/api/v1/content');
