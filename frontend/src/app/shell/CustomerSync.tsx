import { useQuery } from '@tanstack/react-query';
import { lazy, useEffect, useRef, useState } from 'react';
import { cartQuery } from '@/domain/cart/cart-query';
import { clearStoredCart, storeCart } from '@/domain/cart/stored-cart';
import { inCart, useCart } from '@/domain/cart/use-cart';
import { customerNumber } from '@/domain/session/customer-number';
import { hasCustomerCookie, sessionQuery, useSession } from '@/domain/session/session';
import { onSessionEvent, publishSessionEvent } from '@/domain/session/session-events';
import { liked, useWishlist } from '@/domain/wishlist/use-wishlist';
import { readStoredWishlist, storeWishlist } from '@/domain/wishlist/wishlist-items';
import { visitorWishlistQuery, wishlistQuery } from '@/domain/wishlist/wishlist-query';
import { onSessionExpired } from '@/shared/api/session-expired';
import { useAppContext } from '@/shared/hooks/use-app-context';
import { readRegistered } from '@/shared/push/push-storage';
import { whenIdle } from '@/shared/scheduling/when-idle';
import { onTabMessage } from '@/shared/storage/tab-broadcast';
import { ShellPart } from './ShellPart';

const LiveSync = lazy(() => import('./LiveSync'));

const idsOf = (items: { pro_id: number }[]) => items.map(({ pro_id }) => pro_id);

/** Synchronizes session, cart and wishlist with storage, other tabs and the components that show them. Renders nothing. */
export function CustomerSync() {
  const context = useAppContext();
  const client = context.queryClient;
  const { status, user, isCustomer } = useSession();
  const wasCustomer = useRef(false);
  const { cart, isPending: isCartPending } = useCart();
  const { items, isVisitor, isPending } = useWishlist();
  const seen = useQuery({ ...wishlistQuery, enabled: isCustomer });

  // The handlers and what they need load with the first event.
  useEffect(
    () =>
      onSessionEvent(async (event, context) =>
        (await import('../session/session-handlers')).handleSessionEvent(event, context),
      ),
    [],
  );

  useEffect(
    () => onSessionExpired(() => client.setQueryData(sessionQuery.queryKey, null)),
    [client],
  );

  useEffect(
    () =>
      onTabMessage(async ({ about }) => {
        if (about === 'cart') void client.invalidateQueries({ queryKey: cartQuery.queryKey });
        if (about === 'wishlist') {
          void client.invalidateQueries({ queryKey: wishlistQuery.queryKey });
          client.setQueryData(visitorWishlistQuery.queryKey, readStoredWishlist('visitor'));
        }
        if (about !== 'session') return;
        await publishSessionEvent('sessionEnded', context);
        if (!hasCustomerCookie()) {
          client.setQueryData(sessionQuery.queryKey, null);
          await publishSessionEvent('signedOut', context);
        } else await client.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => {});
      }),
    [client, context],
  );

  useEffect(() => {
    if (status === 'visitor') {
      if (wasCustomer.current) void publishSessionEvent('sessionEnded', context);
      // An expired session could not unsubscribe this browser from the customer's pushes.
      if (readRegistered())
        void import('@/shared/push/push-subscription').then(({ unsubscribePush }) =>
          unsubscribePush(),
        );
      clearStoredCart();
      storeWishlist('customer', []);
    }
    wasCustomer.current = isCustomer;
  }, [status, isCustomer, context]);

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
  const cusId = customerNumber();
  return (
    <ShellPart height="hidden">
      <LiveSync key={cusId} cusId={cusId} />
    </ShellPart>
  );
}
