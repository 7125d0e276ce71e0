import { useQuery } from '@tanstack/react-query';
import { useSession } from '@/domain/session/session';
import { useIsHydrating } from '@/shared/hydration/hydration-state';
import { createIdSet } from '@/shared/storage/id-set';
import { EMPTY_CART } from './cart-lines';
import { cartQuery } from './cart-query';
import { readStoredCart } from './stored-cart';

/** Ids of the products in the cart, for product cards. `CustomerSync` updates it. */
export const inCart = createIdSet(readStoredCart()?.lines.map(({ pro_id }) => pro_id));

/** The cart to show: the customer's, or an empty one for a visitor. */
export function useCart() {
  const isHydrating = useIsHydrating();
  const session = useSession();
  const { status, isCustomer } = session;
  const query = useQuery({ ...cartQuery, enabled: isCustomer });
  const cart = isHydrating || status === 'visitor' ? EMPTY_CART : (query.data ?? EMPTY_CART);
  return {
    cart,
    /** Number of lines, not units, as on the header's badge. */
    count: cart.lines.length,
    /** True while the page shows the server-rendered HTML, which has no user data. */
    isHydrating,
    /** True while neither storage nor the server has a cart. */
    isPending: isHydrating || (status === 'pending' ? !query.data : isCustomer && query.isPending),
    /** Error of the request, if there is no cart to show. */
    error: query.data ? null : status === 'failed' ? session.error : query.error,
    refetch: () => (status === 'failed' ? session.retry() : void query.refetch()),
  };
}
