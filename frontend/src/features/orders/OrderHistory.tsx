import { Circle, CircleCheck, CircleX } from 'lucide-react';
import type { Order, OrderStatus } from '@/domain/orders/order-types';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { Panel } from '@/shared/ui/Panel';
import { formatMoment } from './format-moment';
import { orderWord } from './order-status';

const WAY: OrderStatus[] = ['placed', 'ready', 'completed'];
const ENDS: OrderStatus[] = ['cancelled', 'expired'];

/** What has happened and when, and what is still to come. */
export function History({ order }: { order: Order }) {
  const t = useT();
  const { code } = useLanguage();
  const isOver = ENDS.includes(order.status);
  const toCome = isOver
    ? []
    : WAY.filter((status) => !order.history.some((past) => past.status === status));
  return (
    <Panel title={t('order.history')}>
      <ol>
        {order.history.map(({ status, at }) => (
          <Entry
            key={`${status} ${at}`}
            text={t(orderWord(status, order.delivery).text)}
            at={formatMoment(at, code)}
            icon={ENDS.includes(status) ? CircleX : CircleCheck}
          />
        ))}
        {toCome.map((status) => (
          <Entry
            key={status}
            text={t(orderWord(status, order.delivery).text)}
            icon={Circle}
            isToCome
          />
        ))}
      </ol>
    </Panel>
  );
}

type EntryProps = { text: string; at?: string; icon: typeof Circle; isToCome?: boolean };

function Entry({ text, at, icon, isToCome = false }: EntryProps) {
  const t = useT();
  return (
    <li className={cx('flex min-h-11 items-center gap-2.5 text-sm', isToCome && 'text-text-3')}>
      <Icon of={icon} className={isToCome ? undefined : 'text-link'} />
      <span className="min-w-0 flex-1">
        {text}
        {isToCome && <span className="sr-only">, {t('order.toCome')}</span>}
      </span>
      {at && <span className="num text-end text-xs text-text-3">{at}</span>}
    </li>
  );
}
