import type { QueryClient } from '@tanstack/react-query';
import { lineProduct } from '@/domain/catalog/line-product';
import { stockLevel } from '@/domain/catalog/stock-level';
import type { OrderLine } from '@/domain/orders/order-types';
import { ApiError, getQuery } from '@/shared/api/client';
import type { Envelope, Product } from '@/shared/api/types';

/** A line of an earlier order with the units that are available now; 0 if it cannot be bought. */
export type RepeatedLine = {
  line: OrderLine;
  product: ReturnType<typeof lineProduct> | null;
  available: number;
};

/** Looks up what is available of an order's lines: of each at most the stock. */
export async function repeatedLines(
  client: QueryClient,
  lines: readonly OrderLine[],
): Promise<RepeatedLine[]> {
  return await Promise.all(
    lines.map(async (line) => {
      const product = await currentProduct(client, line.pro_id);
      const level = product ? stockLevel(product) : 'out';
      if (!product || level === 'out' || level === 'not-for-sale') {
        return { line, product: null, available: 0 };
      }
      const available = Math.min(line.quantity, product.stock ?? 0);
      return { line, product: lineProduct(product), available };
    }),
  );
}

/** The product as it is sold now; null if it is not sold any more. */
async function currentProduct(client: QueryClient, proId: number): Promise<Product | null> {
  const query = getQuery<Envelope<Product>>(`/api/v1/product/${proId}`);
  try {
    return (await client.fetchQuery({ ...query, staleTime: 0 })).data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
