import { useQuery } from '@tanstack/react-query';
import { useSession } from '@/domain/session/session';
import { useIsHydrating } from '@/shared/hydration/hydration-state';
import { createIdSet } from '@/shared/storage/id-set';
import { readStoredWishlist } from './wishlist-items';
import { visitorWishlistQuery, wishlistQuery } from './wishlist-query';

/** Ids of the products in the wishlist, for product cards. `CustomerSync` updates it. */
export const liked = createIdSet(
  [...readStoredWishlist('visitor'), ...readStoredWishlist('customer')].map(({ pro_id }) => pro_id),
);

export function useWishlist() {
  const isHydrating = useIsHydrating();
  const session = useSession();
  const { status, isCustomer } = session;
  const account = useQuery({ ...wishlistQuery, enabled: isCustomer });
  const local = useQuery(visitorWishlistQuery);
  const isVisitor = status === 'visitor';
  return {
    items: (isHydrating ? undefined : isVisitor ? local.data : account.data) ?? [],
    /** Before hydration the page contains no user data. */
    isHydrating,
    isVisitor,
    isPending: status === 'pending' || (isCustomer && account.isPending),
    error: isVisitor ? null : status === 'failed' ? session.error : account.error,
    refetch: () => (status === 'failed' ? session.retry() : void account.refetch()),
  };
}
