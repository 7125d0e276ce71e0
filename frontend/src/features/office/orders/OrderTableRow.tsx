import { Link, useNavigate } from '@tanstack/react-router';
import { Store, Truck } from 'lucide-react';
import { formatPhone } from '@/shared/forms/phone';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { Avatar } from '../Avatar';
import { summaryGap } from '../money-gap';
import { OfficeKip } from '../OfficeKip';
import { shortMoment } from '../office-dates';
import { methodText, paymentLook, RETURN_REQUESTED, statusLook } from '../order-labels';
import { StateBadge } from '../StateBadge';
import type { StaffOrderSummary } from '../staff-order-types';
import { useOffice } from '../use-office-format';
import { OrderThumbs } from './OrderThumbs';
import { useRowTexts } from './use-row-texts';

type OrderTableRowProps = {
  order: StaffOrderSummary;
  now: number;
  isNew: boolean;
  isChosen: boolean;
  isCurrent: boolean;
  onToggle: (isRange: boolean) => void;
};

/** Row of the table. The number is a link; a click anywhere on the row follows it. */
export function OrderTableRow(props: OrderTableRowProps) {
  const { order, now, isNew, isChosen, isCurrent, onToggle } = props;
  const { t, language } = useOffice();
  const navigate = useNavigate();
  const texts = useRowTexts(order, now);
  const gap = summaryGap(order);
  const { delivery, payment, assignee, order_id: orderId } = order;
  return (
    <tr
      data-link
      data-order={orderId}
      data-new={isNew || undefined}
      data-current={isCurrent || undefined}
      aria-selected={isChosen}
      onClick={({ target }) => {
        if ((target as Element).closest('a, button, label, input')) return;
        void navigate({ to: '/staff/orders/$orderId', params: { orderId } });
      }}
    >
      <td>
        <label className="o-check">
          <input
            type="checkbox"
            aria-label={t('office.select', { number: order.number })}
            checked={isChosen}
            onChange={({ nativeEvent }) => onToggle((nativeEvent as MouseEvent).shiftKey === true)}
          />
        </label>
      </td>
      <td className="whitespace-nowrap">
        <Link to="/staff/orders/$orderId" params={{ orderId }} className="o-one-line">
          <b className="num">
            <Ltr>{order.number}</Ltr>
          </b>
        </Link>
        <small className="tabular-nums">
          {isNew && <b className="o-up">{t('office.new')}</b>}
          {isNew && ' · '}
          {shortMoment(order.created_at, now, language)}
        </small>
      </td>
      <td>
        <b className="o-one-line">
          <LocalizedText>{order.customer_name || '—'}</LocalizedText>
        </b>
        <small>
          <Ltr className="tabular-nums">{formatPhone(order.phone)}</Ltr>
        </small>
      </td>
      <td>
        <span className="o-row gap-1.5">
          <Icon of={delivery.method === 'pickup' ? Store : Truck} size="s" />
          <span className="o-one-line">
            <LocalizedText>{texts.where}</LocalizedText>
          </span>
        </span>
        <small className="o-indent">
          <LocalizedText>{texts.whereMore || '—'}</LocalizedText>
        </small>
      </td>
      <td>
        <OrderThumbs order={order} size={36} />
      </td>
      <td className="o-end">
        <b>
          <OfficeKip value={order.total} />
        </b>
        <small>{t('office.pieces', { count: order.count })}</small>
      </td>
      <td>
        <StateBadge look={paymentLook(payment)} />
        <small className="o-under-badge">
          {gap ? (
            <OfficeKip {...gap} />
          ) : (
            (texts.payBy ?? t(methodText(payment.method, delivery.method)))
          )}
        </small>
      </td>
      <td>
        <StateBadge
          look={
            order.return_requested ? RETURN_REQUESTED : statusLook(order.status, delivery.method)
          }
        />
        <small className={cx('o-under-badge', texts.isLate && 'o-down')}>{texts.since}</small>
      </td>
      <td>
        {assignee ? (
          <span className="o-who">
            <Avatar name={assignee.name} />
            <span className="o-one-line">{assignee.name}</span>
          </span>
        ) : (
          <small>{t('office.unassigned')}</small>
        )}
      </td>
    </tr>
  );
}
