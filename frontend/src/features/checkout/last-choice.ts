import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ORDERS, orderQuery } from '@/domain/orders/order-queries';
import type { OrderSummary } from '@/domain/orders/order-types';
import { authQuery } from '@/shared/api/auth';
import type { Paged } from '@/shared/api/types';
import { useHasWaited } from '@/shared/hooks/use-has-waited';
import { type CheckoutValues, EMPTY_VALUES } from './checkout-values';
import type { SectionProps } from './Section';

export type LastChoice = Partial<Pick<CheckoutValues, 'method' | 'branch_id' | 'payment'>>;

/** Choices of the customer in the newest order; null without one. */
export const lastChoiceQuery = (client: QueryClient) =>
  queryOptions<LastChoice | null>({
    queryKey: [`${ORDERS}/last-choice`],
    queryFn: async () => {
      const orders = authQuery<Paged<OrderSummary>>(ORDERS, { limit: 1 });
      const [newest] = (await client.fetchQuery(orders)).data;
      if (!newest) return null;
      const { delivery, payment } = (await client.fetchQuery(orderQuery(newest.order_id))).data;
      // A newer release may have others.
      const paid = payment.method === 'other' ? {} : { payment: payment.method };
      if (delivery.method === 'delivery') return { method: 'delivery', ...paid };
      if (delivery.method !== 'pickup' || !delivery.branch_id) return paid;
      return { method: 'pickup', branch_id: String(delivery.branch_id), ...paid };
    },
    retry: false,
    // The next checkout must not begin with the choice before the last.
    gcTime: 0,
  });

/**
 * Selects delivery or pick-up, the branch and the payment method of the customer's last order. An answer later than `maxWaitMs` has no
 * effect, because the form is shown by then.
 *
 * @param isBegun whether the form has values of this customer already
 */
export function useLastChoice(form: SectionProps['form'], isBegun: boolean, maxWaitMs: number) {
  const client = useQueryClient();
  const { data, isPending } = useQuery({ ...lastChoiceQuery(client), enabled: !isBegun });
  const isLate = useHasWaited(maxWaitMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is known
  useEffect(() => {
    if (!data || isLate) return;
    for (const name of ['method', 'branch_id', 'payment'] as const) {
      const value = data[name];
      const isUntouched = form.getValues(name) === EMPTY_VALUES[name];
      if (value && isUntouched) form.setValue(name, value);
    }
  }, [data]);
  return { isPending: isPending && !isBegun };
}
