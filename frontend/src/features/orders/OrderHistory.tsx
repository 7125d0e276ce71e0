import { Circle, CircleCheck, CircleX, Undo2 } from 'lucide-react';
import { formatMoment } from '@/domain/orders/format-moment';
import { orderStatusLabel } from '@/domain/orders/order-status';
import type { Delivery, Order, OrderStatus, StatusChange } from '@/domain/orders/order-types';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { ModalPanel } from '@/shared/ui/Panel';

const PICKUP_PATH: OrderStatus[] = ['placed', 'preparing', 'ready', 'completed'];
const DELIVERY_PATH: OrderStatus[] = ['placed', 'preparing', 'ready', 'delivering', 'completed'];
const FINAL_STATUSES: OrderStatus[] = ['cancelled', 'expired'];
const FAILED_STATUSES: OrderStatus[] = [...FINAL_STATUSES, 'delivery_failed'];

/** Statuses that the order has yet to pass. After a failed delivery it is delivered again, or is made ready as a pick-up. */
function statusesToCome(status: OrderStatus, { method }: Delivery): OrderStatus[] {
  if (FINAL_STATUSES.includes(status)) return [];
  const isPickup = method === 'pickup';
  const path = isPickup ? PICKUP_PATH : DELIVERY_PATH;
  const before = isPickup ? 'preparing' : 'ready';
  return path.slice(path.indexOf(status === 'delivery_failed' ? before : status) + 1);
}

/** Timeline of an order: past and upcoming statuses. */
export function OrderHistory({ order }: { order: Order }) {
  const t = useT();
  const { code } = useLanguage();
  const toCome = statusesToCome(order.status, order.delivery);
  return (
    <ModalPanel title={t('order.history')}>
      <ol>
        {order.history.map((entry, index) => {
          const { text, at, icon } = pastEntry(entry, order.history[index + 1], order.delivery);
          return (
            <Entry
              key={`${entry.status} ${entry.at}`}
              text={t(text)}
              at={formatMoment(at, code)}
              icon={icon}
            />
          );
        })}
        {order.returns.map((one) => (
          <Entry
            key={one.at}
            text={t('refund.returnReceived')}
            at={formatMoment(one.at, code)}
            icon={Undo2}
          />
        ))}
        {order.return_request && (
          <Entry
            text={t('refund.returnRequested')}
            at={formatMoment(order.return_request.at, code)}
            icon={Undo2}
          />
        )}
        {toCome.map((status) => (
          <Entry
            key={status}
            text={t(orderStatusLabel(status, order.delivery).text)}
            icon={Circle}
            isUpcoming
          />
        ))}
      </ol>
    </ModalPanel>
  );
}

/**
 * Entry of a past status, named by the delivery method of that time. A completed wait for the payment reads "Paid", at the
 * time of the payment.
 */
function pastEntry(
  { status, at, delivery_method }: StatusChange,
  next: StatusChange | undefined,
  delivery: Delivery,
): { text: MessageKey; at: string; icon: typeof Circle } {
  if (status === 'awaiting_payment') {
    return next?.status === 'placed'
      ? { text: 'paid.paid', at: next.at, icon: CircleCheck }
      : { text: 'status.awaitingPayment', at, icon: Circle };
  }
  const icon = FAILED_STATUSES.includes(status) ? CircleX : CircleCheck;
  const method = delivery_method ?? delivery.method;
  return { text: orderStatusLabel(status, { method }).text, at, icon };
}

type EntryProps = { text: string; at?: string; icon: typeof Circle; isUpcoming?: boolean };

function Entry({ text, at, icon, isUpcoming = false }: EntryProps) {
  const t = useT();
  return (
    <li className={cx('flex min-h-11 items-center gap-2.5 text-sm', isUpcoming && 'text-text-3')}>
      <Icon of={icon} className={isUpcoming ? undefined : 'text-link'} />
      <span className="min-w-0 flex-1">
        {text}
        {isUpcoming && <span className="sr-only">, {t('order.toCome')}</span>}
      </span>
      {at && <span className="num text-end text-xs text-text-3">{at}</span>}
    </li>
  );
}
