import { Fragment } from 'react';
import { OrderLines } from '@/domain/orders/OrderLines';
import { AmountRow, OrderTotals } from '@/domain/orders/OrderTotals';
import { isEnded, paymentStatusLabel } from '@/domain/orders/order-status';
import type { Order, OrderRefund } from '@/domain/orders/order-types';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { ModalPanel } from '@/shared/ui/Panel';
import { refundParts } from './refund-parts';

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
        <RefundAmounts order={order} />
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
 * Refunds with their causes, and the value of spent points that is deducted from each. An ended order deducts all of it from what
 * was paid.
 */
function RefundAmounts({ order }: { order: Order }) {
  const t = useT();
  const { received, refund, refunded, payment } = order;
  const parts = refundParts(order);
  if (refund === 0 && parts.length === 0) return null;
  const deducted = isEnded(order) ? received - refund : 0;
  return (
    <dl className="mt-3 border-t border-line pt-2 text-sm">
      <AmountRow name={t('paid.paid')} kip={received} />
      <SpentPoints kip={deducted} />
      {parts.map(({ at, kip, cause, spent }) => (
        <Fragment key={`${at} ${cause} ${kip}`}>
          <AmountRow name={t(CAUSE_TEXTS[cause])} kip={kip} />
          <SpentPoints kip={spent} />
        </Fragment>
      ))}
      {refunded > 0 && refunded < refund && <AmountRow name={t('paid.refunded')} kip={refunded} />}
      {refund > 0 && (
        <AmountRow
          name={t(paymentStatusLabel(payment).text)}
          kip={payment.status === 'refund_due' ? refund - refunded : refund}
        />
      )}
    </dl>
  );
}

function SpentPoints({ kip }: { kip: number }) {
  const t = useT();
  return kip > 0 && <AmountRow name={t('refund.spentPoints')} kip={-kip} />;
}

const CAUSE_TEXTS: Record<OrderRefund['cause'], MessageKey> = {
  order: 'paid.refundDue',
  overpaid: 'refund.overpaid',
  return: 'refund.returned',
  goodwill: 'refund.goodwill',
  changed: 'refund.changed',
  other: 'paid.refundDue',
};
