import '../styles/office-return.css';
import { shopNow } from '@/shared/api/shop-time';
import { OfficeButton } from '../OfficeButton';
import { OfficeKip } from '../OfficeKip';
import { shortMoment } from '../office-dates';
import { ACTION_TEXTS, awaitsPayment, refundDueOf } from '../order-effects';
import { CAUSE_TEXTS } from '../order-labels';
import type { OrderAction, OrderActionName, StaffOrder } from '../staff-order-types';
import { useOffice } from '../use-office-format';
import { ACTION_ICONS } from './action-icons';
import { CorrectBooking } from './CorrectBooking';
import { MoneyMovements } from './MoneyMovements';
import { ReturnedGoods } from './ReturnedGoods';

type OrderMoneyPanelProps = {
  order: StaffOrder;
  running: OrderActionName | null;
  onStart: (action: OrderAction) => void;
  accept: (order: StaffOrder) => void;
};

/** Actions of this panel, besides the primary step. */
const STEPS: OrderActionName[] = [
  'receive_return',
  'request_return',
  'decline_return',
  'refund_part',
  'mark_paid',
];

/** Panel with payments, refunds and returns of an order, and their actions. */
export function OrderMoneyPanel({ order, running, onStart, accept }: OrderMoneyPanelProps) {
  const { t, language } = useOffice();
  // An expected payment is the primary step.
  const own = STEPS.filter((name) => name !== 'mark_paid' || !awaitsPayment(order));
  const steps = own.flatMap(
    (name) => order.actions.find(({ action, allowed }) => action === name && allowed) ?? [],
  );
  const hasStory = order.received > 0 || order.refund > 0 || order.returns.length > 0;
  if (!hasStory && steps.length === 0) return null;
  const now = shopNow();
  const due = refundDueOf(order);
  return (
    <section aria-labelledby="order-money" className="o-panel">
      <div className="o-panel-head">
        <h2 id="order-money" className="o-h2">
          {t('office.money.title')}
        </h2>
      </div>
      <div className="o-panel-body o-stack gap-3">
        <dl className="o-money">
          <Amount name={t('office.column.total')} kip={order.totals.total} />
          <Amount name={t('office.money.received')} kip={order.received} />
          {order.waived > 0 && <Amount name={t('office.money.waived')} kip={order.waived} />}
          {order.refund > 0 && <Amount name={t('office.money.refunded')} kip={order.refunded} />}
          {due > 0 && <Amount name={t('office.refundAmount')} kip={due} />}
        </dl>
        {order.refunds.length > 0 && (
          <ul className="o-refunds">
            {order.refunds.map((refund) => (
              <li key={`${refund.at} ${refund.amount}`}>
                <span className="o-grow">{t(CAUSE_TEXTS[refund.cause])}</span>
                <OfficeKip value={refund.amount} />
                <time dateTime={refund.at}>{shortMoment(refund.at, now, language)}</time>
              </li>
            ))}
          </ul>
        )}
        <MoneyMovements title={t('office.money.received')} movements={order.payments ?? []} />
        <MoneyMovements title={t('office.money.refunded')} movements={order.payouts ?? []} />
        <ReturnedGoods order={order} accept={accept} />
        {steps.length > 0 && (
          <div className="o-row flex-wrap">
            {steps.map((step) => (
              <OfficeButton
                key={step.action}
                icon={ACTION_ICONS[step.action]}
                isLoading={running === step.action}
                onClick={() => onStart(step)}
              >
                {t(
                  step.action === 'mark_paid'
                    ? 'office.action.anotherPayment'
                    : ACTION_TEXTS[step.action],
                )}
              </OfficeButton>
            ))}
            <CorrectBooking order={order} accept={accept} />
          </div>
        )}
      </div>
    </section>
  );
}

function Amount({ name, kip }: { name: string; kip: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <OfficeKip value={kip} />
      </dd>
    </div>
  );
}
