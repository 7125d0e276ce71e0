import { useEffect } from 'react';
import type { BuyNow } from '@/domain/cart/buy-now';
import { ErrorSummary } from '@/shared/forms/ErrorSummary';
import { ComesIntoView } from '@/shared/forms/ScrollIntoViewOnMount';
import { useT } from '@/shared/i18n/language-context';
import { Notice } from '@/shared/ui/Notice';
import { AddressSection } from './AddressSection';
import { ChangesNotice } from './ChangesNotice';
import { MethodSection } from './MethodSection';
import { NothingToBuy } from './NothingToBuy';
import type { Attempt } from './order-attempt';
import { PaymentSection } from './PaymentSection';
import { PlaceNotice } from './PlaceNotice';
import { PointsSection } from './RedeemPointsSection';
import { Summary } from './Summary';
import { useCheckout } from './use-checkout';

type CheckoutFormProps = {
  buyNow: BuyNow | null;
  /** An order whose answer was lost. */
  resume?: Attempt;
};

/** Everything on one page: how the goods come, how they are paid, what it costs, and the order. */
export function CheckoutForm({ buyNow, resume }: CheckoutFormProps) {
  const t = useT();
  const checkout = useCheckout(buyNow);
  const { form, placing, quote, changes, send } = checkout;
  const isLocked = placing.is === 'sending' || placing.is === 'unsettled';

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    if (resume) void send(resume);
  }, []);

  if (placing.is === 'empty' || checkout.isEmpty) return <NothingToBuy />;
  const field = { form, isPickup: checkout.values.method === 'pickup' };
  return (
    <form
      noValidate
      onSubmit={form.submit(checkout.place)}
      className="grid items-start gap-6 pt-3 lg:grid-cols-[minmax(0,1fr)_400px] lg:gap-10"
    >
      <div className="grid min-w-0 gap-6">
        {checkout.isCartChanged && (
          <ComesIntoView>
            <Notice kind="warn" title={t('checkout.cartChanged')} />
          </ComesIntoView>
        )}
        <ChangesNotice
          changes={changes}
          lines={quote.quote?.lines ?? []}
          onAgree={checkout.agree}
        />
        <PlaceNotice placing={placing} onRetry={send} />
        <ErrorSummary errors={form.faults} onChoose={form.goTo} />
        <fieldset disabled={isLocked} className="grid min-w-0 gap-6">
          <MethodSection {...field} totals={quote.quote?.totals} />
          <AddressSection {...field} province={checkout.values.province} />
          <PaymentSection {...field} methods={quote.quote?.payment_methods} />
          <PointsSection {...field} quote={quote.quote} />
        </fieldset>
      </div>
      <Summary
        {...quote}
        isPickup={field.isPickup}
        isSending={placing.is === 'sending'}
        isBlocked={isLocked || changes.length > 0}
      />
    </form>
  );
}
