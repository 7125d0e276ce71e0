import { useQueries } from '@tanstack/react-query';
import { type WishlistItem, wishlistItem } from '@/domain/wishlist/wishlist-items';
import { getQuery } from '@/shared/api/client';
import type { Envelope, ProductDetail } from '@/shared/api/types';

const STALE_TIME_MS = 5 * 60_000;

/**
 * Wishlist items with current prices and stock, because a visitor's list stores the price and stock at the time of
 * the click.
 */
export function useFreshItems(items: WishlistItem[], isNeeded: boolean): WishlistItem[] {
  const answers = useQueries({
    queries: items.map(({ pro_id }) => ({
      ...getQuery<Envelope<ProductDetail>>(`/api/v1/product/${pro_id}`),
      enabled: isNeeded,
      staleTime: STALE_TIME_MS,
    })),
  });
  return items.map((item, index) => {
    const product = answers[index]?.data?.data;
    return isNeeded && product ? wishlistItem(product) : item;
  });
}
