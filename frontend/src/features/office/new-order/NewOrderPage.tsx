import '../styles/office-orders.css';
import '../styles/office-products.css';
import '../styles/office-product.css';
import '../styles/office-order.css';
import '../styles/office-return.css';
import '../styles/office-new-order.css';
import { Check, Eraser } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { flushAndFocusInvalid, focusWrongQuantity } from '../focus-invalid';
import { OfficeButton } from '../OfficeButton';
import { kipText } from '../OfficeKip';
import { BackToOrders, OrdersCrumb } from '../order/OrderTopParts';
import { LeaveQuestion } from '../product/LeaveQuestion';
import { OfficeTop } from '../shell/OfficeTop';
import { useOfficeTitle } from '../shell/use-office-title';
import { CustomerPart } from './CustomerPart';
import { DeliveryFields } from './DeliveryFields';
import { DraftLines } from './DraftLines';
import { OrderPart } from './OrderPart';
import { clearStored, withCustomer, withProduct, withQuantity } from './order-draft';
import { PaymentFields } from './PaymentFields';
import { ProductFinder } from './ProductFinder';
import { QuotePanel } from './QuotePanel';
import { useNewOrder } from './use-new-order';
import { usePlaceKey } from './use-place-key';

/** Page for an order that the staff take on the phone: customer, products, delivery, payment and discount. */
export function NewOrderPage() {
  const t = useT();
  const order = useNewOrder();
  const { draft, change, quote, errors } = order;
  const finder = useRef<HTMLInputElement>(null);
  const page = useRef<HTMLDivElement>(null);
  useOfficeTitle(t('office.new.title'));

  const place = async () => {
    if (focusWrongQuantity(page.current)) return;
    if (await order.place()) flushAndFocusInvalid(page.current);
  };
  usePlaceKey(() => void place());
  useEffect(() => finder.current?.focus({ preventScroll: true }), []);

  const total = quote && order.isFresh ? kipText(quote.totals.total) : undefined;
  const submit = (
    <OfficeButton
      kind="primary"
      icon={Check}
      isLoading={order.isPlacing}
      disabled={draft.lines.length > 0 && !order.isFresh}
      aria-keyshortcuts="Control+Enter"
      onClick={() => void place()}
    >
      {total ? t('office.new.placeFor', { total }) : t('office.new.place')}
      <kbd aria-hidden className="max-lg:hidden">
        Ctrl ↵
      </kbd>
    </OfficeButton>
  );
  return (
    <>
      <OfficeTop title={t('office.new.title')} crumb={<OrdersCrumb />} back={<BackToOrders />}>
        <span className="max-lg:hidden">{submit}</span>
      </OfficeTop>
      <div ref={page} className="o-body">
        <div className="o-order">
          <div className="o-stack">
            <section aria-labelledby="new-order-lines" className="o-panel o-open-panel">
              <div className="o-panel-head">
                <h2 id="new-order-lines" className="o-h2">
                  {t('office.lines')}
                </h2>
                {draft.lines.length > 0 && (
                  <OfficeButton kind="quiet" icon={Eraser} onClick={order.discard}>
                    {t('office.new.discard')}
                  </OfficeButton>
                )}
              </div>
              <div className="px-4 pb-3">
                <ProductFinder
                  inputRef={finder}
                  error={errors.lines && t(errors.lines)}
                  onAdd={(product) => change((draft) => withProduct(draft, product))}
                />
              </div>
              <DraftLines
                lines={draft.lines}
                quote={quote}
                onQuantity={(proId, quantity) =>
                  change((draft) => withQuantity(draft, proId, quantity))
                }
                onDone={() => finder.current?.focus()}
              />
            </section>
            <CustomerPart
              customer={draft.customer}
              error={errors.customer}
              onChoose={(customer) => change((draft) => withCustomer(draft, customer))}
            />
            <OrderPart id="new-order-delivery" title={t('office.new.delivery')}>
              <DeliveryFields draft={draft} errors={errors} onChange={change} />
            </OrderPart>
          </div>
          <div className="o-stack">
            <OrderPart id="new-order-payment" title={t('office.new.payment')}>
              <PaymentFields draft={draft} quote={quote} errors={errors} onChange={change} />
            </OrderPart>
            <QuotePanel
              quote={quote}
              hasLines={draft.lines.length > 0}
              isPickup={draft.method === 'pickup'}
              isFresh={order.isFresh}
              error={order.quoteError}
              notice={order.notice}
              onRetry={order.retryQuote}
            />
          </div>
        </div>
      </div>
      <section aria-label={t('office.actions')} className="o-actions-bar lg:hidden">
        {submit}
      </section>
      <LeaveQuestion isDirty={order.isDirty} onLeave={clearStored} />
    </>
  );
}
