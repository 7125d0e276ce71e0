import { OrderLines } from '@/domain/orders/OrderLines';
import { AmountRow, OrderTotals } from '@/domain/orders/OrderTotals';
import { isEnded, paymentStatusLabel } from '@/domain/orders/order-status';
import type { Order } from '@/domain/orders/order-types';
import { useT } from '@/shared/i18n/language-context';
import { ModalPanel } from '@/shared/ui/Panel';

/** What was ordered, beside whatever the page is about. */
export function OrderAside({ order }: { order: Order }) {
  const t = useT();
  return (
    <ModalPanel title={t('order.items')}>
      <OrderLines lines={order.lines} />
      <div className="mt-2">
        <OrderTotals
          totals={order.totals}
          isPickup={order.delivery.method === 'pickup'}
          isEnded={isEnded(order)}
        />
        {order.refund > 0 && <RefundAmounts order={order} />}
      </div>
    </ModalPanel>
  );
}

/** Why less may be refunded than was paid: points that this order earned and that were spent since are deducted. */
function RefundAmounts({ order: { totals, refund, payment } }: { order: Order }) {
  const t = useT();
  const deducted = totals.total - refund;
  return (
    <dl className="mt-3 border-t border-line pt-2 text-sm">
      <AmountRow name={t('paid.paid')} kip={totals.total} />
      {deducted > 0 && <AmountRow name={t('refund.spentPoints')} kip={-deducted} />}
      <AmountRow name={t(paymentStatusLabel(payment).text)} kip={refund} />
    </dl>
  );
}
