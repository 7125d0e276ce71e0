import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { cartQuery } from '@/domain/cart/cart-query';
import { ORDERS, POINTS } from '@/domain/orders/order-queries';
import { resumeMerge } from '@/domain/session/merge-visitor';
import { sessionQuery } from '@/domain/session/session';
import { useAppContext } from '@/shared/hooks/use-app-context';
import { useLanguage } from '@/shared/i18n/language-context';
import { connectLive } from '@/shared/live/connect-live';
import { liveState } from '@/shared/live/live-bus';
import { useLive } from '@/shared/live/use-live';
import { usePushStatus } from '@/shared/push/push-status';

const CUSTOMER = '/api/auth/';
const NOTIFICATIONS_KEY = '/api/auth/notifications/user';
/** Messages of the chat, whose events a resumed stream repeats, so that they need no refetch. */
const RESUMED = '/api/auth/message';
const refetchNotifications = (client: QueryClient) =>
  void client.invalidateQueries({ queryKey: [NOTIFICATIONS_KEY] });

/**
 * Opens the live event stream for a customer, refetches cart and orders when an event says that they changed and all
 * of the customer's data whenever the stream opens, and keeps this browser's push registration current. Merges the
 * visitor's state if the sign-in could not do so.
 */
export default function LiveSync({ cusId }: { cusId: number }) {
  const context = useAppContext();
  const client = context.queryClient;
  const renewCart = () => void client.invalidateQueries({ queryKey: cartQuery.queryKey });
  const renewOrders = () =>
    void client.invalidateQueries({
      predicate: ({ queryKey: [key] }) => String(key).startsWith(ORDERS) || key === POINTS,
    });

  useLive('cart', renewCart);
  useLive('order', renewOrders);
  // A resumed stream repeats only events. Other changes by another device, such as a read mark of a notification or
  // the customer's name, are not events, so all other data of the customer is refetched.
  const renewAll = () =>
    void client.invalidateQueries({
      predicate: ({ queryKey: [key] }) =>
        key === sessionQuery.queryKey[0] ||
        (String(key).startsWith(CUSTOMER) && !String(key).startsWith(RESUMED)),
    });
  useLive('hello', renewAll);
  useLive('reset', renewAll);
  useEffect(() => connectLive(cusId), [cusId]);
  const resume = useEffectEvent(() => void resumeMerge(context));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each customer
  useEffect(() => resume(), [cusId]);

  const { code } = useLanguage();
  const isGranted = usePushStatus() === 'granted';
  useEffect(() => {
    if (!isGranted) return;
    const refresh = () =>
      void import('@/shared/push/push-subscription')
        .then(({ refreshPush }) => refreshPush(code, cusId))
        .catch(() => {});
    const onWorkerMessage = ({ data }: MessageEvent<{ about?: string }>) => {
      if (data?.about === 'push-changed') refresh();
      if (data?.about === 'push' && !liveState().open) refetchNotifications(client);
    };
    refresh();
    navigator.serviceWorker?.addEventListener('message', onWorkerMessage);
    return () => navigator.serviceWorker?.removeEventListener('message', onWorkerMessage);
  }, [isGranted, code, cusId, client]);
  return null;
}
