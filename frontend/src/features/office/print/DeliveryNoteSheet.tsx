import { addressLine, branchName } from '@/domain/orders/delivery-text';
import { InvoiceSeller } from '@/domain/orders/InvoiceSeller';
import { formatPhone } from '@/shared/forms/phone';
import { pickText } from '@/shared/i18n/pick-text';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { LogoMark } from '@/shared/ui/Logo';
import { Ltr } from '@/shared/ui/Ltr';
import { Quantity } from '@/shared/ui/Quantity';
import { kipText } from '../OfficeKip';
import { fullMoment } from '../office-dates';
import { ReceiverLines } from '../ReceiverLines';
import type { StaffOrder } from '../staff-order-types';
import { useOffice } from '../use-office-format';
import { Barcode } from './Barcode';
import { cashToCollect } from './OrderSlip';
import { PlannedDay } from './PlannedDay';

/** Delivery note that the customer signs: the goods without prices, and the cash to collect. */
export function DeliveryNoteSheet({ order }: { order: StaffOrder }) {
  const { t, language, code } = useOffice();
  const { delivery } = order;
  const cash = cashToCollect(order);
  return (
    <article className="o-sheet">
      <header className="o-sheet-head">
        <div className="o-sheet-title">
          <LogoMark />
          <div>
            <h1>{t('office.doc.note')}</h1>
            <p>
              <Ltr>{order.number}</Ltr> · {fullMoment(order.created_at, language)}
            </p>
          </div>
        </div>
        <div className="o-slip-code">
          <Barcode text={order.number} />
        </div>
      </header>
      <section className="o-note-facts">
        <InvoiceSeller order={order} />
        <div>
          <p>
            <b>
              <LocalizedText>{order.customer_name || order.customer.name}</LocalizedText>
            </b>{' '}
            <Ltr>{formatPhone(order.phone)}</Ltr>
          </p>
          <p>
            <LocalizedText>
              {delivery.method === 'pickup'
                ? t('office.pickupAt', { branch: branchName(delivery, code) })
                : addressLine(delivery)}
            </LocalizedText>
          </p>
          <PlannedDay order={order} />
          <ReceiverLines receiver={order.receiver} delivery={delivery} />
          {delivery.note && <p>{delivery.note}</p>}
        </div>
      </section>
      <table className="o-pick">
        <thead>
          <tr>
            <th>{t('office.column.product')}</th>
            <th className="o-center o-quantity">{t('product.quantity')}</th>
            <th className="o-box">
              <span className="sr-only">{t('office.doc.checker')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line) => (
            <tr key={line.pro_id}>
              <td>
                <b>
                  <LocalizedText>
                    {pickText(line.pro_name_la, line.pro_name_en, code)}
                  </LocalizedText>
                </b>
                <small>{line.pro_id}</small>
              </td>
              <td className="o-center">
                <Quantity
                  isStrong
                  count={line.quantity}
                  unit={pickText(line.unit_name_la, line.unit_name_en, code)}
                />
              </td>
              <td className="o-center o-box">
                <span className="o-tick" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {cash > 0 && (
        <p className="o-write">
          <b>{t('office.doc.collect', { amount: kipText(cash) })}</b>
        </p>
      )}
      <footer className="o-signatures">
        {[t('office.doc.driver'), t('office.doc.receiver'), t('office.doc.date')].map((name) => (
          <div key={name}>
            <span />
            {name}
          </div>
        ))}
      </footer>
    </article>
  );
}
