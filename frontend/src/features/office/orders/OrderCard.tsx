import { Link } from '@tanstack/react-router';
import { Calendar, Store, Truck } from 'lucide-react';
import { formatPhone } from '@/shared/forms/phone';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { summaryGap } from '../money-gap';
import { OfficeKip } from '../OfficeKip';
import { shortMoment } from '../office-dates';
import { paymentLook, RETURN_REQUESTED, statusLook } from '../order-labels';
import { StateBadge } from '../StateBadge';
import type { StaffOrderSummary } from '../staff-order-types';
import { useLongPress } from '../use-long-press';
import { useOffice } from '../use-office-format';
import { CallLink } from './CallLink';
import { OrderThumbs } from './OrderThumbs';
import { useDayText } from './use-day-text';
import { useRowTexts } from './use-row-texts';

type OrderCardProps = {
  order: StaffOrderSummary;
  now: number;
  isNew: boolean;
  isChosen: boolean;
  /** Whether any order is selected, so that every card shows its checkbox. */
  isChoosing: boolean;
  onToggle: () => void;
};

/** Card of an order on phones. A long press selects it. */
export function OrderCard({ order, now, isNew, isChosen, isChoosing, onToggle }: OrderCardProps) {
  const { t, language } = useOffice();
  const press = useLongPress(onToggle);
  const texts = useRowTexts(order, now);
  const planned = useDayText(order, now);
  const gap = summaryGap(order);
  const { delivery, order_id: orderId, number } = order;
  return (
    <li
      data-order={orderId}
      data-new={isNew || undefined}
      data-selected={isChosen || undefined}
      {...press}
      className="o-card"
    >
      <div className="min-w-0">
        <div className="o-row">
          {isChoosing && (
            <label className="o-check">
              <input
                type="checkbox"
                aria-label={t('office.select', { number })}
                checked={isChosen}
                onChange={onToggle}
              />
            </label>
          )}
          <Link to="/staff/orders/$orderId" params={{ orderId }} className="o-card-link">
            <b className="num">
              <Ltr>{number}</Ltr>
            </b>
          </Link>
          <span className="o-small o-muted tabular-nums">
            {shortMoment(order.created_at, now, language)} ·{' '}
            {isNew ? <b className="o-up">{t('office.new')}</b> : texts.since}
          </span>
        </div>
        <b className="o-one-line font-semibold">
          <LocalizedText>{order.customer_name || formatPhone(order.phone)}</LocalizedText>
        </b>
      </div>
      <b className="justify-self-end text-md">
        <OfficeKip value={order.total} />
      </b>
      <div className="grid min-w-0 gap-1.5">
        <div className="o-row">
          <OrderThumbs order={order} />
          <span className="o-row o-small o-muted gap-1">
            <Icon of={delivery.method === 'pickup' ? Store : Truck} size="s" />
            <span className="o-one-line">
              <LocalizedText>{texts.where}</LocalizedText>
            </span>
          </span>
        </div>
        <div className="o-card-badges">
          {planned.text && (
            <span className={cx('o-row o-small gap-1', planned.isOverdue ? 'o-down' : 'o-muted')}>
              <Icon of={Calendar} size="s" />
              {planned.text}
            </span>
          )}
          <StateBadge look={paymentLook(order.payment)}>{gap && <OfficeKip {...gap} />}</StateBadge>
          <StateBadge
            look={
              order.return_requested ? RETURN_REQUESTED : statusLook(order.status, delivery.method)
            }
          />
        </div>
      </div>
      <CallLink
        phone={order.phone}
        name={`${order.customer_name} ${formatPhone(order.phone)}`}
        className="o-call"
      />
    </li>
  );
}
