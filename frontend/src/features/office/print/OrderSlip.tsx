import { addressLine, branchName } from '@/domain/orders/delivery-text';
import { formatPhone } from '@/shared/forms/phone';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { kipText } from '../OfficeKip';
import { ReceiverLines } from '../ReceiverLines';
import type { StaffOrder } from '../staff-order-types';
import { useOffice } from '../use-office-format';
import { Barcode } from './Barcode';
import { PlannedDay } from './PlannedDay';
import { unitsOf } from './picking-list';

/** Slip that goes with the goods of one order: number, customer, address, note, and cash to collect. */
export function OrderSlip({ letter, order }: { letter: string; order: StaffOrder }) {
  const { t, code } = useOffice();
  const { delivery } = order;
  const place =
    delivery.method === 'pickup'
      ? t('office.pickupAt', { branch: branchName(delivery, code) })
      : `${t('office.delivery')}: ${addressLine(delivery)}`;
  return (
    <article>
      <div className="o-slip-letter">{letter}</div>
      <div>
        <h2>
          <Ltr>{order.number}</Ltr>
        </h2>
        <p>
          <b>
            <LocalizedText>{order.customer_name || order.customer.name}</LocalizedText>
          </b>{' '}
          <Ltr>{formatPhone(order.phone)}</Ltr>
        </p>
        <p>
          <LocalizedText>{place}</LocalizedText>
        </p>
        <PlannedDay order={order} />
        <ReceiverLines receiver={order.receiver} delivery={delivery} />
        {delivery.note && <p>{delivery.note}</p>}
        {cashToCollect(order) > 0 && (
          <p>
            <b>{t('office.doc.collect', { amount: kipText(cashToCollect(order)) })}</b>
          </p>
        )}
      </div>
      <div className="o-slip-code">
        <p>
          <b>{t('office.pieces', { count: unitsOf(order) })}</b>
        </p>
        <Barcode text={order.number} />
        <small>
          <Ltr>{order.number}</Ltr>
        </small>
      </div>
    </article>
  );
}

/** Kip that the driver or the branch still has to collect. */
export const cashToCollect = (order: StaffOrder): number => {
  const { method, status } = order.payment;
  const isOpen = status === 'due' || status === 'pending' || status === 'underpaid';
  return method === 'cod' && isOpen ? order.unpaid : 0;
};
