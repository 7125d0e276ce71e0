import { StickyNote } from 'lucide-react';
import type { ReactNode } from 'react';
import { branchName } from '@/domain/orders/delivery-text';
import { formatNumber } from '@/shared/format/kip';
import { formatPhone } from '@/shared/forms/phone';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { summaryGap } from '../money-gap';
import { OfficeKip } from '../OfficeKip';
import { methodText, paymentLook, RETURN_REQUESTED, statusLook } from '../order-labels';
import { StateBadge } from '../StateBadge';
import type { StaffOrderSummary } from '../staff-order-types';
import { AssigneeName, DeliveryPlace } from './OrderCellParts';
import { OrderThumbs } from './OrderThumbs';
import type { OrderColumn } from './order-columns';
import { useDayText } from './use-day-text';
import { useRowTexts } from './use-row-texts';

const NONE = '—';

type OrderCellProps = { order: StaffOrderSummary; now: number };

/** Contents of the cells of the order list that can be chosen. */
export const ORDER_CELLS: Record<OrderColumn, (props: OrderCellProps) => ReactNode> = {
  customer: ({ order }) => (
    <>
      <b className="o-one-line" title={order.customer_name}>
        <LocalizedText>{order.customer_name || NONE}</LocalizedText>
      </b>
      <small>
        <Phone order={order} />
      </small>
    </>
  ),
  phone: Phone,
  delivery: ({ order, now }) => <DeliveryPlace order={order} texts={useRowTexts(order, now)} />,
  day: Day,
  province: ({ order: { delivery } }) => (
    <>
      <span className="o-one-line">
        <LocalizedText>{delivery.province || NONE}</LocalizedText>
      </span>
      <small>
        <LocalizedText>{delivery.district ?? ''}</LocalizedText>
      </small>
    </>
  ),
  branch: Branch,
  items: ({ order }) => <OrderThumbs order={order} />,
  total: Total,
  due: ({ order: { unpaid } }) => (unpaid > 0 ? <OfficeKip value={unpaid} /> : NONE),
  points: ({ order }) => (
    <>
      {order.points_earned > 0 ? `+${formatNumber(order.points_earned)}` : NONE}
      {order.points_used > 0 && <small>{`−${formatNumber(order.points_used)}`}</small>}
    </>
  ),
  payment: Payment,
  status: Status,
  note: ({ order: { delivery } }) =>
    delivery.note ? (
      <span title={delivery.note}>
        <Icon of={StickyNote} />
        <span className="sr-only">{delivery.note}</span>
      </span>
    ) : null,
  assignee: ({ order }) => <AssigneeName assignee={order.assignee} />,
};

function Phone({ order }: Pick<OrderCellProps, 'order'>) {
  return <Ltr className="tabular-nums">{formatPhone(order.phone)}</Ltr>;
}

function Day({ order, now }: OrderCellProps) {
  const { text, isOverdue } = useDayText(order, now);
  return text ? <span className={cx(isOverdue && 'o-down')}>{text}</span> : NONE;
}

function Branch({ order }: OrderCellProps) {
  const { code } = useLanguage();
  return (
    <span className="o-one-line">
      <LocalizedText>{branchName(order.delivery, code) || NONE}</LocalizedText>
    </span>
  );
}

function Total({ order }: OrderCellProps) {
  const t = useT();
  return (
    <>
      <b>
        <OfficeKip value={order.total} />
      </b>
      <small>{t('office.pieces', { count: order.count })}</small>
    </>
  );
}

function Payment({ order, now }: OrderCellProps) {
  const t = useT();
  const { payBy } = useRowTexts(order, now);
  const { delivery, payment } = order;
  const gap = summaryGap(order);
  return (
    <>
      <StateBadge look={paymentLook(payment)} />
      <small className="o-under-badge">
        {gap ? <OfficeKip {...gap} /> : (payBy ?? t(methodText(payment.method, delivery.method)))}
      </small>
    </>
  );
}

function Status({ order, now }: OrderCellProps) {
  const { since, isLate } = useRowTexts(order, now);
  const look = statusLook(order.status, order.delivery.method);
  return (
    <>
      <StateBadge look={order.return_requested ? RETURN_REQUESTED : look} />
      <small className={cx('o-under-badge', isLate && 'o-down')}>{since}</small>
    </>
  );
}
