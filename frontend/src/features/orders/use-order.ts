import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orderQuery } from '@/domain/orders/order-queries';
import { isAwaited, isSettling, pollDelay } from './payment-polling';

/** Order of the customer. Polls while a payment is pending; a failed refetch keeps the order that is shown. */
export function useOrder(orderId: string) {
  const [openedAt] = useState(() => Date.now());
  const { data, error, isFetching, refetch } = useQuery({
    ...orderQuery(orderId),
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    refetchInterval: ({ state }) => {
      const order = state.data?.data;
      if (order && !isAwaited(order) && !isSettling(order)) return false;
      return pollDelay(Date.now() - openedAt, state.error !== null);
    },
  });
  return { order: data?.data, error, isFetching, refetch };
}
