import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useCartActions } from '@/domain/cart/use-cart-actions';
import { quoteQuery } from './checkout-queries';
import type { CheckoutValues } from './checkout-values';
import { type Purchase, quoteInput } from './order-input';

const DEBOUNCE_MS = 400;

/** Latest quote for the selection, requested after a debounce. `isFresh` says that it is for exactly this. */
export function useQuote(values: CheckoutValues, purchase: Purchase) {
  const { flush } = useCartActions();
  const wanted = JSON.stringify(quoteInput(values, purchase));
  const [asked, setAsked] = useState(wanted);

  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);

  const query = useQuery(quoteQuery(JSON.parse(asked), flush));
  return {
    quote: query.data,
    isFresh: asked === wanted && query.isSuccess && !query.isPlaceholderData && !query.isFetching,
    isFetching: query.isFetching,
    error: query.error,
    refetch: query.refetch,
  };
}
