import { queryOptions } from '@tanstack/react-query';
import type { Envelope } from '@/shared/api/types';
import { readStoredWishlist, type WishlistItem } from './wishlist-items';

export const WISHLIST = '/api/auth/wishlist';

/** The customer's wishlist, from storage until the server has responded. */
export const wishlistQuery = queryOptions<WishlistItem[], Error, WishlistItem[], [string]>({
  queryKey: [WISHLIST],
  queryFn: async ({ signal }) => {
    const { authFetch } = await import('@/shared/api/auth');
    return (await authFetch<Envelope<WishlistItem[]>>(WISHLIST, { signal })).data;
  },
  placeholderData: () => readStoredWishlist('customer'),
  staleTime: 60_000,
});

/** The visitor's wishlist, which only this browser has. */
export const visitorWishlistQuery = queryOptions<WishlistItem[]>({
  queryKey: ['wishlist of the visitor'],
  queryFn: () => readStoredWishlist('visitor'),
  initialData: () => readStoredWishlist('visitor'),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});
