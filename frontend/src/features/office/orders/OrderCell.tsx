import { StickyNote } from 'lucide-react';
import { branchName } from '@/domain/orders/delivery-text';
import { formatNumber } from '@/shared/format/kip';
import { formatPhone } from '@/shared/forms/phone';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { summaryDue, summaryGap } from '../money-gap';
import { OfficeKip } from '../OfficeKip';
import { methodText, paymentLook, RETURN_REQUESTED, statusLook } from '../order-labels';
import { StateBadge } from '../StateBadge';
import type { StaffOrderSummary } from '../staff-order-types';
import { useOffice } from '../use-office-format';
import { AssigneeName, DeliveryPlace } from './OrderCellParts';
import { OrderThumbs } from './OrderThumbs';
import type { OrderColumn } from './order-columns';
import { useRowTexts } from './use-row-texts';

const NONE = '—';

type OrderCellProps = { column: OrderColumn; order: StaffOrderSummary; now: number };

/** Content of one cell of the order list. */
export function OrderCell({ column, order, now }: OrderCellProps) {
  const { t, code } = useOffice();
  const texts = useRowTexts(order, now);
  const { delivery, payment } = order;
  switch (column) {
    case 'customer':
      return (
        <>
          <b className="o-one-line">
            <LocalizedText>{order.customer_name || NONE}</LocalizedText>
          </b>
          <small>
            <Ltr className="tabular-nums">{formatPhone(order.phone)}</Ltr>
          </small>
        </>
      );
    case 'phone':
      return <Ltr className="tabular-nums">{formatPhone(order.phone)}</Ltr>;
    case 'delivery':
      return <DeliveryPlace order={order} texts={texts} />;
    case 'province':
      return (
        <>
          <span className="o-one-line">
            <LocalizedText>{delivery.province || NONE}</LocalizedText>
          </span>
          <small>
            <LocalizedText>{delivery.district ?? ''}</LocalizedText>
          </small>
        </>
      );
    case 'branch':
      return (
        <span className="o-one-line">
          <LocalizedText>{branchName(delivery, code) || NONE}</LocalizedText>
        </span>
      );
    case 'items':
      return <OrderThumbs order={order} size={36} />;
    case 'total':
      return (
        <>
          <b>
            <OfficeKip value={order.total} />
          </b>
          <small>{t('office.pieces', { count: order.count })}</small>
        </>
      );
    case 'due': {
      const due = summaryDue(order);
      return due > 0 ? <OfficeKip value={due} /> : NONE;
    }
    case 'points':
      return (
        <>
          {order.points_earned > 0 ? `+${formatNumber(order.points_earned)}` : NONE}
          {order.points_used > 0 && <small>{`−${formatNumber(order.points_used)}`}</small>}
        </>
      );
    case 'payment': {
      const gap = summaryGap(order);
      return (
        <>
          <StateBadge look={paymentLook(payment)} />
          <small className="o-under-badge">
            {gap ? (
              <OfficeKip {...gap} />
            ) : (
              (texts.payBy ?? t(methodText(payment.method, delivery.method)))
            )}
          </small>
        </>
      );
    }
    case 'status': {
      const look = statusLook(order.status, delivery.method);
      return (
        <>
          <StateBadge look={order.return_requested ? RETURN_REQUESTED : look} />
          <small className={cx('o-under-badge', texts.isLate && 'o-down')}>{texts.since}</small>
        </>
      );
    }
    case 'note':
      return delivery.note ? (
        <span title={delivery.note}>
          <Icon of={StickyNote} />
          <span className="sr-only">{delivery.note}</span>
        </span>
      ) : null;
    case 'assignee':
      return <AssigneeName assignee={order.assignee} />;
  }
}
