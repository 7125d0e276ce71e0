import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, useEffect, useRef, useState } from 'react';
import { onSessionEnd } from '@/api/session-end';
import { cartQuery } from '@/cart/query';
import { forgetStoredCart, storeCart } from '@/cart/stored-cart';
import { inCart, useCart } from '@/cart/use-cart';
import { readTold } from '@/push/stored';
import { hasCustomerCookie, sessionQuery, useSession } from '@/session/session';
import { onOtherTab } from '@/session/tabs';
import { whenIdle } from '@/ui/when-idle';
import { readStoredWishlist, storeWishlist } from '@/wishlist/items';
import { visitorsWishlistQuery, wishlistQuery } from '@/wishlist/query';
import { liked, useWishlist } from '@/wishlist/use-wishlist';
import { ShellPart } from './ShellPart';

const LiveSync = lazy(() => import('./LiveSync'));

const idsOf = (items: { pro_id: number }[]) => items.map(({ pro_id }) => pro_id);

async function forget(client: QueryClient): Promise<void> {
  const { forgetCustomer } = await import('@/session/forget-customer');
  forgetCustomer(client);
}

/** Keeps session, cart and wishlist the same in storage, in other tabs and in the many small parts that show them. */
export function ShopSync() {
  const client = useQueryClient();
  const { status, user, isCustomer } = useSession();
  const wasCustomer = useRef(false);
  const { cart, isPending: isCartPending } = useCart();
  const { items, isVisitor, isPending } = useWishlist();
  const seen = useQuery({ ...wishlistQuery, enabled: isCustomer });

  useEffect(() => onSessionEnd(() => client.setQueryData(sessionQuery.queryKey, null)), [client]);

  useEffect(
    () =>
      onOtherTab(async ({ about }) => {
        if (about === 'cart') void client.invalidateQueries({ queryKey: cartQuery.queryKey });
        if (about === 'wishlist') {
          void client.invalidateQueries({ queryKey: wishlistQuery.queryKey });
          client.setQueryData(visitorsWishlistQuery.queryKey, readStoredWishlist('visitor'));
        }
        if (about !== 'session') return;
        await forget(client);
        if (!hasCustomerCookie()) client.setQueryData(sessionQuery.queryKey, null);
        else await client.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => {});
      }),
    [client],
  );

  useEffect(() => {
    if (status === 'visitor') {
      if (wasCustomer.current) void forget(client);
      // A session that ran out could not tell the shop that this browser hears no more of theirs.
      if (readTold()) void import('@/push/subscription').then(({ cutPush }) => cutPush());
      forgetStoredCart();
      storeWishlist('customer', []);
    }
    wasCustomer.current = isCustomer;
  }, [status, isCustomer, client]);

  useEffect(() => {
    if (isCartPending) return;
    inCart.replace(idsOf(cart.lines));
    if (isCustomer) storeCart(cart);
  }, [cart, isCustomer, isCartPending]);

  useEffect(() => {
    if (isPending) return;
    liked.replace(idsOf(items));
    if (!isVisitor && seen.data && !seen.isPlaceholderData) storeWishlist('customer', seen.data);
  }, [items, isVisitor, isPending, seen.data, seen.isPlaceholderData]);

  const [isTime, setTime] = useState(false);
  useEffect(() => whenIdle(() => setTime(true)), []);
  if (!user || !isTime) return null;
  const who = `${user.phone} ${user.email}`;
  return (
    <ShellPart height="hidden">
      <LiveSync key={who} who={who} />
    </ShellPart>
  );
}
