import { useQuery } from '@tanstack/react-query';
import { useCartActions } from '@/domain/cart/use-cart-actions';
import { useDebouncedValue } from '@/shared/hooks/use-debounced-value';
import { quoteQuery } from './checkout-queries';
import type { CheckoutValues } from './checkout-values';
import { type Purchase, quoteInput } from './order-input';

const DEBOUNCE_MS = 400;

/** Latest quote, requested after a debounce. `isFresh` says that it belongs to the current values. */
export function useQuote(values: CheckoutValues, purchase: Purchase) {
  const { flush } = useCartActions();
  const wanted = JSON.stringify(quoteInput(values, purchase));
  const settled = useDebouncedValue(wanted, DEBOUNCE_MS);
  const input = JSON.parse(settled) as ReturnType<typeof quoteInput>;
  const query = useQuery(quoteQuery(input, flush));
  return {
    quote: query.data,
    input,
    isFresh: settled === wanted && query.isSuccess && !query.isPlaceholderData && !query.isFetching,
    isFetching: query.isFetching,
    error: query.error,
    refetch: query.refetch,
  };
}
