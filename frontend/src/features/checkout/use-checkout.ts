import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type BuyNow, writeBuyNow } from '@/domain/cart/buy-now';
import { CHECKOUT_QUOTE, cartQuery } from '@/domain/cart/cart-query';
import { useCartActions } from '@/domain/cart/use-cart-actions';
import type { Totals } from '@/domain/orders/order-types';
import { useSession } from '@/domain/session/session';
import { formatPhone } from '@/shared/forms/phone';
import { fieldErrorsOf } from '@/shared/forms/server-errors';
import { useShopForm } from '@/shared/forms/use-shop-form';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { toast } from '@/shared/ui/toast';
import { customerDigest, readDraft, writeDraft } from './checkout-draft';
import {
  type CheckoutValues,
  checkoutField,
  checkoutSchema,
  EMPTY_VALUES,
} from './checkout-values';
import { useLastChoice } from './last-choice';
import { beginAttempt } from './order-attempt';
import { orderInput } from './order-input';
import {
  acknowledgedQuantities,
  changedPrices,
  isAmountChanged,
  type ShownQuote,
} from './quote-changes';
import { clearQuoteKey } from './quote-key';
import { saveTypedAddress, useAddressBook } from './use-address-book';
import { usePlaceOrder } from './use-place-order';
import { useQuote } from './use-quote';
import { useQuoteChanges } from './use-quote-changes';

/**
 * Time for which the form waits for saved addresses, the choices of the last order and the first quote, whose fees change the
 * height of its sections. A customer with a slow connection fills it meanwhile.
 */
export const MAX_WAIT_MS = 1000;

/**
 * State of the checkout: form values, quote, unaccepted changes, and the order attempt. With `isResumed`, the form sends
 * an open attempt at once.
 */
export function useCheckout(first: BuyNow | null, isResumed: boolean) {
  const t = useT();
  const { user } = useSession();
  const client = useQueryClient();
  const cart = useCartActions();
  const [customer] = useState(() => customerDigest());
  const [buyNow, setBuyNow] = useState(first);
  const [isCartChanged, setIsCartChanged] = useState(false);
  /** Totals that this screen showed before they changed, until the customer accepts the new ones. */
  const [totalsBefore, setTotalsBefore] = useState<Totals | null>(null);
  const lastShown = useRef<ShownQuote>(null);
  const own = {
    receiver: `${user?.fname ?? ''} ${user?.lname ?? ''}`.trim(),
    phone: formatPhone(user?.phone ?? ''),
  };
  const [draft] = useState(() => readDraft(customer));
  const collector = { collector: own.receiver, collector_phone: own.phone };
  const form = useShopForm<CheckoutValues>(
    checkoutSchema,
    { ...EMPTY_VALUES, ...own, ...collector, ...draft },
    checkoutField,
  );
  const values = useWatch({ control: form.control }) as CheckoutValues;
  useEffect(() => writeDraft(customer, values), [customer, values]);

  const book = useAddressBook(form, own, MAX_WAIT_MS);
  const lastChoice = useLastChoice(form, Object.keys(draft).length > 0, MAX_WAIT_MS);
  const { changes, add, agree: agreeToChanges } = useQuoteChanges(customer);
  const quote = useQuote(values, { buyNow });
  const shown = quote.quote;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each quote, with the input of its request
  useEffect(() => {
    if (!shown) return;
    const before = lastShown.current;
    const now = { quote: shown, input: quote.input };
    lastShown.current = now;
    // What another device has seen is not among the changes of the response, but new on this screen.
    add([...(before ? changedPrices(before.quote, shown) : []), ...shown.changed]);
    if (before && isAmountChanged(before, now)) {
      setTotalsBefore((known) => known ?? before.quote.totals);
    }
    clearQuoteKey();
  }, [add, shown]);

  const { setServerErrors, clearErrors } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (quote.error) setServerErrors(quote.error);
    else clearErrors('points');
  }, [quote.error]);

  const sent = useRef<CheckoutValues>(null);
  const handlers = {
    onPlaced: () => {
      if (!sent.current) return;
      saveTypedAddress(client, sent.current, own.receiver).catch((error) =>
        toast.error(t('address.changeFailed'), { detail: errorText(t, error) }),
      );
    },
    onChanges: add,
    onTotalChanged: () => {
      if (shown) setTotalsBefore((known) => known ?? shown.totals);
      void quote.refetch();
    },
    onCartChanged: () => {
      setIsCartChanged(true);
      void client.invalidateQueries({ queryKey: cartQuery.queryKey });
      void quote.refetch();
    },
    setServerErrors,
  };
  const { placing, send } = usePlaceOrder(handlers, isResumed);

  const place = async (wanted: CheckoutValues) => {
    if (!quote.quote || !quote.isFresh || changes.length > 0 || totalsBefore) return;
    setIsCartChanged(false);
    sent.current = wanted;
    const input = orderInput(wanted, { buyNow }, quote.quote, own.receiver);
    await send(beginAttempt(customer, input));
  };

  /** Accepts the available quantities at the current prices. */
  const agree = async () => {
    const quantities = acknowledgedQuantities(changes);
    for (const { pro_id, quantity } of quantities) {
      const line = quote.quote?.lines.find((known) => known.pro_id === pro_id);
      if (buyNow) {
        const left = quantity > 0 ? { pro_id, quantity } : null;
        writeBuyNow(left);
        setBuyNow(left);
      } else if (line) {
        const product = { ...line, stock: quantity, product_price1: null };
        await (quantity > 0 ? cart.set(product, quantity) : cart.remove(product));
      }
    }
    agreeToChanges();
    setTotalsBefore(null);
    // A quote in flight does not know of this and would report the same changes again.
    await client.cancelQueries({ queryKey: [CHECKOUT_QUOTE] });
    // Another quantity of the single product changes the query key, which automatically requests a
    // quote.
    if (!buyNow || quantities.length === 0) await quote.refetch();
  };

  const isEmpty =
    (first !== null && buyNow === null) ||
    fieldErrorsOf(quote.error).some(({ field }) => field === 'items');
  return {
    form,
    values,
    book,
    isPrefilling: book.isPending || lastChoice.isPending,
    changes,
    totalsBefore,
    quote,
    placing,
    isCartChanged,
    isEmpty,
    place,
    send,
    agree,
  };
}
