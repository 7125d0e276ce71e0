import { Circle, CircleCheck, CircleX } from 'lucide-react';
import type { Order, OrderStatus } from '@/domain/orders/order-types';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { ModalPanel } from '@/shared/ui/Panel';
import { formatMoment } from './format-moment';
import { orderStatusLabel } from './order-status';

const STATUS_PATH: OrderStatus[] = ['placed', 'ready', 'completed'];
const FINAL_STATUSES: OrderStatus[] = ['cancelled', 'expired'];

/** What has happened and when, and what is still to come. */
export function OrderHistory({ order }: { order: Order }) {
  const t = useT();
  const { code } = useLanguage();
  const isOver = FINAL_STATUSES.includes(order.status);
  const toCome = isOver
    ? []
    : STATUS_PATH.filter((status) => !order.history.some((past) => past.status === status));
  return (
    <ModalPanel title={t('order.history')}>
      <ol>
        {order.history.map(({ status, at }) => (
          <Entry
            key={`${status} ${at}`}
            text={t(orderStatusLabel(status, order.delivery).text)}
            at={formatMoment(at, code)}
            icon={FINAL_STATUSES.includes(status) ? CircleX : CircleCheck}
          />
        ))}
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
