import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { CONVERSATIONS, unreadChatsQuery } from '@/domain/staff/staff-check';
import { shopNow } from '@/shared/api/shop-time';
import { useLive, useLiveState } from '@/shared/live/use-live';
import { playNewOrder } from '../orders/new-order-sound';
import { addArrival, markSeen } from '../orders/order-arrivals';
import { ORDER_COUNTS } from '../staff-orders-api';
import { createMissedOrders } from './missed-orders';

const POLL_MS = 15_000;

/**
 * Keeps the counts of the menu current, and announces new orders on every page of the back office: by events, and by
 * comparing the orders after a break of the stream and every 15 seconds without one. A comparison that fails is repeated every
 * 15 seconds, and at once when the tab becomes visible or the browser is online again. `hasOrders` is whether the role may use
 * orders.
 */
export function useOfficeLive(hasOrders: boolean): void {
  const client = useQueryClient();
  const { polling } = useLiveState();
  const [missedOrders] = useState(() => createMissedOrders(client));
  const renewCounts = () => void client.invalidateQueries({ queryKey: ORDER_COUNTS });
  const renewChats = () => void client.invalidateQueries({ queryKey: unreadChatsQuery.queryKey });
  const compareOrders = () => {
    if (hasOrders) missedOrders.compare();
  };
  useLive('staff_order', ({ order_id, is_new }) => {
    renewCounts();
    missedOrders.retry();
    if (is_new && addArrival(String(order_id), shopNow())) playNewOrder();
  });
  useLive('message', renewChats);
  useLive('conversation', renewChats);
  const renewAll = () => {
    renewCounts();
    void client.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith(CONVERSATIONS),
    });
    compareOrders();
  };
  useLive('hello', renewAll);
  useLive('reset', renewAll);
  const start = useEffectEvent(compareOrders);
  const poll = useEffectEvent(() => {
    renewCounts();
    compareOrders();
  });
  useEffect(() => start(), []);
  useEffect(() => {
    const timer = setInterval(() => (polling ? poll() : missedOrders.retry()), POLL_MS);
    return () => clearInterval(timer);
  }, [polling, missedOrders]);
  useEffect(() => {
    const { retry } = missedOrders;
    const onVisible = () => {
      if (document.visibilityState !== 'visible') return;
      markSeen();
      retry();
    };
    window.addEventListener('online', retry);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      window.removeEventListener('online', retry);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [missedOrders]);
}
