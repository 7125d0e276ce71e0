import { getQuery } from '@/api/client';
import type { Paged, Product } from '@/api/types';
import { PAGE_SIZE } from '../queries';

/** One page of a group's products; nothing is asked while no group is open. */
export const groupProductsQuery = (category?: number, group?: number) => (page: number) => ({
  ...getQuery<Paged<Product>>('/api/v1/product', { category, group, limit: PAGE_SIZE, page }),
  enabled: category !== undefined && group !== undefined,
});
