import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CONVERSATIONS, unreadChatsQuery } from '@/domain/staff/staff-check';
import { useLive } from '@/shared/live/use-live';
import { playNewOrder } from '../orders/new-order-sound';
import { addArrival, markSeen } from '../orders/order-arrivals';
import { ORDER_COUNTS } from '../staff-orders-api';

/** Keeps the counts of the menu current, and announces new orders on every page of the back office. */
export function useOfficeLive(): void {
  const client = useQueryClient();
  const renewCounts = () => void client.invalidateQueries({ queryKey: ORDER_COUNTS });
  const renewChats = () => void client.invalidateQueries({ queryKey: unreadChatsQuery.queryKey });
  useLive('staff_order', ({ order_id, is_new }) => {
    renewCounts();
    if (!is_new) return;
    addArrival(String(order_id), Date.now());
    playNewOrder();
  });
  useLive('message', renewChats);
  useLive('conversation', renewChats);
  const renewAll = () => {
    renewCounts();
    void client.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith(CONVERSATIONS),
    });
  };
  useLive('hello', renewAll);
  useLive('reset', renewAll);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') markSeen();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
}
