import { CreditCard, Hash, Info, MapPin, Pencil, Store } from 'lucide-react';
import { addressLine, branchName } from '@/domain/orders/delivery-text';
import { paymentMethodText } from '@/domain/orders/order-status';
import { shopNow } from '@/shared/api/shop-time';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { OfficeButton } from '../OfficeButton';
import { dayAndTime } from '../office-dates';
import { paymentLook } from '../order-labels';
import { ReceiverLines } from '../ReceiverLines';
import { StateBadge } from '../StateBadge';
import type { StaffOrder } from '../staff-order-types';
import { useOffice } from '../use-office-format';
import { DeliveryDayRow } from './DeliveryDayRow';
import { DeliveryMethodChange } from './DeliveryMethodChange';

type DeliveryPanelProps = {
  order: StaffOrder;
  /** The order before another person changed it. */
  before: StaffOrder | undefined;
  accept: (order: StaffOrder) => void;
  /** Opens the dialog; undefined for closed orders. */
  onEdit: (() => void) | undefined;
};

/** Panel with the delivery address, the customer's note, and the payment method. */
export function DeliveryPanel({ order, before, accept, onEdit }: DeliveryPanelProps) {
  const { t, code, language } = useOffice();
  const { delivery, payment } = order;
  const isPickup = delivery.method === 'pickup';
  const branch = branchName(delivery, code);
  return (
    <>
      <section aria-labelledby="order-delivery" className="o-panel">
        <div className="o-panel-head">
          <h2 id="order-delivery" className="o-h2">
            {t(isPickup ? 'delivery.pickup' : 'delivery.home')}
          </h2>
          {onEdit && (
            <OfficeButton
              kind="link"
              icon={Pencil}
              aria-label={`${t('office.details.edit')}: ${t('office.details.title')}`}
              onClick={onEdit}
            >
              {t('office.details.edit')}
            </OfficeButton>
          )}
        </div>
        <div className="o-panel-body o-facts">
          {!isPickup && (
            <p className="o-row">
              <Icon of={MapPin} size="s" />
              <LocalizedText>{addressLine(delivery)}</LocalizedText>
            </p>
          )}
          {branch && (
            <p className="o-row">
              <Icon of={Store} size="s" />
              <LocalizedText>{branch}</LocalizedText>
            </p>
          )}
          <ReceiverLines receiver={order.receiver} delivery={delivery} />
          {delivery.note && (
            <p className="o-hint">
              <Icon of={Info} size="s" />
              <span className="min-w-0 wrap-anywhere">
                <b className="font-semibold">{t('office.customerNote')}</b>{' '}
                <LocalizedText>{delivery.note}</LocalizedText>
              </span>
            </p>
          )}
          <DeliveryDayRow order={order} before={before} accept={accept} />
          <DeliveryMethodChange order={order} before={before} accept={accept} />
        </div>
      </section>
      <section aria-labelledby="order-payment" className="o-panel">
        <div className="o-panel-head">
          <h2 id="order-payment" className="o-h2">
            {t('office.column.payment')}
          </h2>
          <StateBadge look={paymentLook(payment)} />
        </div>
        <div className="o-panel-body o-facts">
          <p className="o-row">
            <Icon of={CreditCard} size="s" />
            {t(paymentMethodText(payment.method, delivery))}
          </p>
          {payment.reference && payment.method !== 'cod' && (
            <p className="o-row">
              <Icon of={Hash} size="s" />
              <span>
                {t('pay.reference')}{' '}
                <Ltr className="font-semibold tabular-nums">{payment.reference}</Ltr>
              </span>
            </p>
          )}
          {order.status === 'awaiting_payment' && payment.expires_at && (
            <p className="o-note">
              {t('office.payUntil', {
                time: dayAndTime(payment.expires_at, shopNow(), language),
              })}
            </p>
          )}
        </div>
      </section>
    </>
  );
}
