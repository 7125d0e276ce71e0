import { ORDERS } from '@/domain/orders/order-queries';
import type { Order, OrderSummary } from '@/domain/orders/order-types';
import { authFetch, authQuery } from '@/shared/api/auth';
import type { Envelope, Paged } from '@/shared/api/types';

export const PAGE_SIZE = 10;

export const ordersQuery = (page: number) =>
  authQuery<Paged<OrderSummary>>(ORDERS, { limit: PAGE_SIZE, page });

export const cancelOrder = async (orderId: string) =>
  (await authFetch<Envelope<Order>>(`${ORDERS}/${orderId}/cancel`, { method: 'POST' })).data;

/** Pays a test payment, in a shop with the sandbox provider. */
export const payInSandbox = (reference: string) =>
  authFetch(`/api/sandbox/payments/${encodeURIComponent(reference)}/pay`, { method: 'POST' });
