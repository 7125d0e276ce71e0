import { useQuery } from '@tanstack/react-query';
import { ORDERS } from '@/domain/orders/order-queries';
import type { OrderSummary } from '@/domain/orders/order-types';
import { authQuery } from '@/shared/api/auth';
import type { Paged } from '@/shared/api/types';

/** The newest orders. They are not retried: the server checks all orders when the account is closed. */
const newestOrdersQuery = {
  ...authQuery<Paged<OrderSummary>>(ORDERS, { limit: 50, page: 1 }),
  staleTime: 0,
  retry: false,
};

/** Whether an order keeps its account open. The server decides about a status of a newer release. */
const isOpen = ({ status }: OrderSummary) =>
  status !== 'completed' && status !== 'cancelled' && status !== 'expired' && status !== 'other';

/** Whether one of the newest orders is open, so that the account cannot be closed yet. */
export function useOpenOrders() {
  const { data, isPending } = useQuery(newestOrdersQuery);
  return { isPending, hasOpen: data?.data.some(isOpen) === true };
}
