import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { CHECKOUT_QUOTE } from '@/domain/cart/cart-query';
import { ORDERS } from '@/domain/orders/order-queries';
import type { Order, Quote } from '@/domain/orders/order-types';
import type { User } from '@/domain/session/session';
import { authFetch } from '@/shared/api/auth';
import type { Envelope } from '@/shared/api/types';
import type { OrderAttempt } from './order-attempt';
import type { quoteInput } from './order-input';
import { quoteKey } from './quote-key';

/**
 * Quote: the price of the order now. The server treats the prices of a quote as seen by the customer. The quote is
 * therefore requested only when an input of the price changes, and never taken from the cache.
 */
export const quoteQuery = (input: ReturnType<typeof quoteInput>, prepare: () => Promise<unknown>) =>
  queryOptions({
    queryKey: [CHECKOUT_QUOTE, input],
    queryFn: async ({ signal }) => {
      await prepare();
      const { data } = await authFetch<Envelope<Quote>>(CHECKOUT_QUOTE, {
        method: 'POST',
        body: input,
        headers: { 'idempotency-key': quoteKey() },
        signal,
      });
      return data;
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Sets the name of an account that was created by a code. Phone number and e-mail address stay. */
export const saveName = async (body: User): Promise<User> =>
  (await authFetch<Envelope<User>>('/api/auth/profile', { method: 'PUT', body })).data;

const sending = new Map<string, Promise<Order>>();

/** Sends an order attempt. A second click while it is in flight waits for the same response. */
export function sendOrder({ key, body }: OrderAttempt): Promise<Order> {
  const running = sending.get(key);
  if (running) return running;
  const sent = authFetch<Envelope<Order>>(ORDERS, {
    method: 'POST',
    body: JSON.parse(body),
    headers: { 'idempotency-key': key },
  })
    .then(({ data }) => data)
    .finally(() => sending.delete(key));
  sending.set(key, sent);
  return sent;
}
