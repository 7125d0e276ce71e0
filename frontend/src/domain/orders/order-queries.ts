import type { QueryClient } from '@tanstack/react-query';
import { authQuery } from '@/shared/api/auth';
import type { components } from '@/shared/api/schema';
import type { Envelope } from '@/shared/api/types';
import type { Order } from './order-types';

export const ORDERS = '/api/auth/orders';
export const POINTS = '/api/auth/points';

export type Points = components['schemas']['Points'];

export const pointsQuery = authQuery<Envelope<Points>>(POINTS);

export const orderQuery = (orderId: string) => authQuery<Envelope<Order>>(`${ORDERS}/${orderId}`);

/** Caches an order from a response, so that its page needs no request, and invalidates order lists and points. */
export function cacheOrder(client: QueryClient, order: Order): void {
  client.setQueryData(orderQuery(String(order.order_id)).queryKey, { success: true, data: order });
  void client.invalidateQueries({
    predicate: ({ queryKey: [key] }) =>
      typeof key === 'string' && (key.startsWith(`${ORDERS}?`) || key === POINTS),
  });
}
