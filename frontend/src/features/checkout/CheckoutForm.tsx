import { useEffect } from 'react';
import type { BuyNow } from '@/domain/cart/buy-now';
import { ErrorSummary } from '@/shared/forms/ErrorSummary';
import { ScrollIntoViewOnMount } from '@/shared/forms/ScrollIntoViewOnMount';
import { useHasWaited } from '@/shared/hooks/use-has-waited';
import { useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';
import { InlineAlert } from '@/shared/ui/Notice';
import { splitStyle } from '@/shared/ui/split-style';
import { AddressSection } from './AddressSection';
import { QuoteChangesNotice } from './ChangesNotice';
import { CheckoutPending } from './CheckoutPending';
import { MethodSection } from './MethodSection';
import { NothingToBuy } from './NothingToBuy';
import type { OrderAttempt } from './order-attempt';
import { PaymentSection } from './PaymentSection';
import { PlaceOrderNotice } from './PlaceNotice';
import { RedeemPointsSection } from './RedeemPointsSection';
import { Summary } from './Summary';
import { MAX_WAIT_MS, useCheckout } from './use-checkout';

type CheckoutFormProps = {
  buyNow: BuyNow | null;
  /** Attempt of an order whose response was lost. */
  resume?: OrderAttempt;
  /** Whether the cart has become empty since the form opened. */
  isCartEmpty?: boolean;
};

/** The checkout on one page: delivery, payment, totals and the order button. */
export function CheckoutForm({ buyNow, resume, isCartEmpty = false }: CheckoutFormProps) {
  const t = useT();
  const checkout = useCheckout(buyNow, resume !== undefined);
  const { form, placing, quote, changes, send } = checkout;
  const hasWaited = useHasWaited(MAX_WAIT_MS);
  const isLocked = placing.status === 'sending' || placing.status === 'unsettled';

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    if (resume) void send(resume);
  }, []);

  const isEmpty = checkout.isEmpty || isCartEmpty;
  // An order without a response may have emptied the cart itself.
  if (placing.status === 'empty' || (isEmpty && !isLocked)) return <NothingToBuy />;
  const isLoading = checkout.isPrefilling || (!quote.quote && !quote.error);
  if (isLoading && !hasWaited && !resume) return <CheckoutPending />;
  const field = { form, isPickup: checkout.values.method === 'pickup' };
  return (
    <form noValidate onSubmit={form.submit(checkout.place)} className={cx(splitStyle, 'pt-3')}>
      <div className="grid min-w-0 gap-6">
        {checkout.isCartChanged && (
          <ScrollIntoViewOnMount>
            <InlineAlert kind="warn" title={t('checkout.cartChanged')} />
          </ScrollIntoViewOnMount>
        )}
        <QuoteChangesNotice
          changes={changes}
          totalsBefore={checkout.totalsBefore}
          quote={quote.quote}
          onAcknowledge={checkout.agree}
        />
        <PlaceOrderNotice order={placing} onRetry={send} lines={quote.quote?.lines ?? []} />
        <ErrorSummary errors={form.errorList} onChoose={form.goTo} />
        <fieldset disabled={isLocked} className="grid min-w-0 gap-6">
          <MethodSection {...field} totals={quote.quote?.totals} isFresh={quote.isFresh} />
          <AddressSection {...field} book={checkout.book} />
          <PaymentSection {...field} methods={quote.quote?.payment_methods} />
          <RedeemPointsSection {...field} quote={quote.quote} />
        </fieldset>
      </div>
      <Summary
        {...quote}
        error={isEmpty ? null : quote.error}
        isPickup={field.isPickup}
        isSending={placing.status === 'sending'}
        isBlocked={
          placing.status === 'unsettled' || changes.length > 0 || checkout.totalsBefore !== null
        }
      />
    </form>
  );
}
