import { getQuery } from '@/shared/api/client';
import type { Paged, Product } from '@/shared/api/types';
import { MENU_PAGE_SIZE } from '../catalog-queries';

/** One page of a group's products. Disabled while no group is open. */
export const groupProductsQuery = (category?: number, group?: number) => (page: number) => ({
  ...getQuery<Paged<Product>>('/api/v1/product', { category, group, limit: MENU_PAGE_SIZE, page }),
  enabled: category !== undefined && group !== undefined,
});
