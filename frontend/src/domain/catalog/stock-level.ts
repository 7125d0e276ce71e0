import type { Product } from '@/shared/api/types';

export const LOW_STOCK = 10;

export type StockLevel = 'in' | 'low' | 'out' | 'not-for-sale';

/** Stock level of a product. Without a price or stock it is shown but not for sale. */
export function stockLevel({ stock, price }: Pick<Product, 'stock' | 'price'>): StockLevel {
  if (stock === null || price === null) return 'not-for-sale';
  if (stock <= 0) return 'out';
  return stock <= LOW_STOCK ? 'low' : 'in';
}
