import type { ReactNode } from 'react';
import { addressLineIn, branchName } from '@/domain/orders/delivery-text';
import { paymentMethodText, paymentStatusLabel } from '@/domain/orders/order-status';
import type { Order } from '@/domain/orders/order-types';
import { formatDay } from '@/shared/format/shop-clock';
import { formatPhone } from '@/shared/forms/phone';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { Badge } from '@/shared/ui/Badge';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { ModalPanel } from '@/shared/ui/Panel';

const PART_TEXTS = {
  morning: 'order.dayMorning',
  afternoon: 'order.dayAfternoon',
} as const;

/** Delivery and payment of an order. */
export function OrderFacts({ order }: { order: Order }) {
  const t = useT();
  const { code } = useLanguage();
  const { delivery, payment, phone, receiver, delivery_day: planned } = order;
  const isPickup = delivery.method === 'pickup';
  const paid = paymentStatusLabel(payment);
  const day = planned ? formatDay(planned.day, code) : '';
  return (
    <ModalPanel title={t('order.facts')}>
      <dl className="text-sm">
        <Fact name={t(isPickup ? 'delivery.pickup' : 'delivery.home')}>
          <LocalizedText>
            {isPickup ? branchName(delivery, code) : addressLineIn(delivery, code)}
          </LocalizedText>
        </Fact>
        {planned && (
          <Fact name={t(isPickup ? 'order.pickupDay' : 'order.deliveryDay')}>
            {planned.part ? t(PART_TEXTS[planned.part], { day }) : day}
          </Fact>
        )}
        {!isPickup && receiver?.landmark && (
          <Fact name={t('address.landmark')}>
            <bdi>{receiver.landmark}</bdi>
          </Fact>
        )}
        {receiver?.name && (
          <Fact name={t(isPickup ? 'address.collector' : 'address.receiver')}>
            <bdi>{receiver.name}</bdi>
          </Fact>
        )}
        {phone && (
          <Fact name={t('person.phone')}>
            <Ltr className="num">{formatPhone(phone)}</Ltr>
          </Fact>
        )}
        {!isPickup && receiver?.driver_note && (
          <Fact name={t('address.driverNote')}>
            <bdi className="whitespace-pre-line">{receiver.driver_note}</bdi>
          </Fact>
        )}
        {delivery.note && (
          <Fact name={t('checkout.note')}>
            <bdi>{delivery.note}</bdi>
          </Fact>
        )}
        <Fact name={t('checkout.payment')}>
          {t(paymentMethodText(payment.method, delivery))}{' '}
          <Badge kind={paid.kind}>{t(paid.text)}</Badge>
        </Fact>
        {payment.reference && payment.method !== 'cod' && (
          <Fact name={t('pay.reference')}>
            <Ltr className="num">{payment.reference}</Ltr>
          </Fact>
        )}
      </dl>
    </ModalPanel>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-4 border-b border-line py-2.5 last:border-0">
      <dt className="w-2/5 flex-none text-text-3 md:w-48">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
