import { OrderLines } from '@/domain/orders/OrderLines';
import { AmountRow, OrderTotals } from '@/domain/orders/OrderTotals';
import { isEnded, paymentStatusLabel } from '@/domain/orders/order-status';
import type { Order, OrderRefund } from '@/domain/orders/order-types';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { ModalPanel } from '@/shared/ui/Panel';

/** Summary of an order beside the page's content. */
export function OrderAside({ order }: { order: Order }) {
  const t = useT();
  return (
    <ModalPanel title={t('order.items')}>
      <OrderLines lines={order.lines} />
      <div className="mt-2">
        <OrderTotals
          totals={order.totals}
          discountReason={order.discount_reason}
          isPickup={order.delivery.method === 'pickup'}
          pointsEarned={order.points_earned}
        />
        <PaidAmounts order={order} />
        {order.refund > 0 && <RefundAmounts order={order} />}
      </div>
    </ModalPanel>
  );
}

/** Amounts of a payment that differs from the total: received, missing or waived. */
function PaidAmounts({ order: { received, waived, payment, unpaid, excess } }: { order: Order }) {
  const t = useT();
  const isWrong = payment.status === 'underpaid' || payment.status === 'overpaid';
  if (!isWrong && waived === 0) return null;
  return (
    <dl className="mt-3 border-t border-line pt-2 text-sm">
      <AmountRow name={t('paid.soFar')} kip={received} />
      {waived > 0 && <AmountRow name={t('paid.waived')} kip={waived} />}
      {unpaid > 0 && <AmountRow name={t('paid.missing')} kip={unpaid} />}
      {excess > 0 && <AmountRow name={t('refund.overpaid')} kip={excess} />}
    </dl>
  );
}

/**
 * Refunds with their causes. An ended order may refund less than was paid, because spent points that it had earned are
 * deducted.
 */
function RefundAmounts({ order }: { order: Order }) {
  const t = useT();
  const { received, refund, refunded, refunds, payment } = order;
  const deducted = isEnded(order) ? received - refund : 0;
  const parts = refunds.filter(({ cause }) => cause !== 'order');
  return (
    <dl className="mt-3 border-t border-line pt-2 text-sm">
      <AmountRow name={t('paid.paid')} kip={received} />
      {deducted > 0 && <AmountRow name={t('refund.spentPoints')} kip={-deducted} />}
      {parts.map(({ at, amount, cause }) => (
        <AmountRow key={`${at} ${amount}`} name={t(CAUSE_TEXTS[cause])} kip={amount} />
      ))}
      {refunded > 0 && refunded < refund && <AmountRow name={t('paid.refunded')} kip={refunded} />}
      <AmountRow
        name={t(paymentStatusLabel(payment).text)}
        kip={payment.status === 'refund_due' ? refund - refunded : refund}
      />
    </dl>
  );
}

const CAUSE_TEXTS: Record<OrderRefund['cause'], MessageKey> = {
  order: 'paid.refundDue',
  overpaid: 'refund.overpaid',
  return: 'refund.returned',
  goodwill: 'refund.goodwill',
  changed: 'refund.changed',
  other: 'paid.refundDue',
};
