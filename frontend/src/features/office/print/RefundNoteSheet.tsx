import { InvoiceSeller } from '@/domain/orders/InvoiceSeller';
import { formatPhone } from '@/shared/forms/phone';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { LogoMark } from '@/shared/ui/Logo';
import { Ltr } from '@/shared/ui/Ltr';
import { OfficeKip } from '../OfficeKip';
import { fullMoment } from '../office-dates';
import { refundDueOf } from '../order-effects';
import { CAUSE_TEXTS } from '../order-labels';
import type { StaffOrder } from '../staff-order-types';
import { useOffice } from '../use-office-format';
import { Barcode } from './Barcode';
import { PayoutRows } from './PayoutRows';
import { ReturnedTable } from './ReturnedTable';

/** Refund note for the customer: returned goods, amounts, and lines for signatures. */
export function RefundNoteSheet({ order }: { order: StaffOrder }) {
  const { t, language } = useOffice();
  return (
    <article className="o-sheet">
      <header className="o-sheet-head">
        <div className="o-sheet-title">
          <LogoMark />
          <div>
            <h1>{t('office.doc.refund')}</h1>
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
        </div>
      </section>
      <ReturnedTable order={order} />
      <table className="o-pick">
        <thead>
          <tr>
            <th>{t('office.doc.refundFor')}</th>
            <th>{t('office.doc.refundDate')}</th>
            <th className="o-sheet-end">{t('office.doc.refundAmount')}</th>
          </tr>
        </thead>
        <tbody>
          {order.refunds.map((refund) => (
            <tr key={`${refund.at} ${refund.amount}`}>
              <td>{t(CAUSE_TEXTS[refund.cause])}</td>
              <td>{fullMoment(refund.at, language)}</td>
              <td className="o-sheet-end">
                <OfficeKip value={refund.amount} />
              </td>
            </tr>
          ))}
          <SumRow name={t('office.doc.refundTotal')} kip={order.refund} />
          <PayoutRows payouts={order.payouts ?? []} />
          <SumRow name={t('office.doc.refundPaid')} kip={order.refunded} />
          <SumRow name={t('office.doc.refundOpen')} kip={refundDueOf(order)} />
        </tbody>
      </table>
      <footer className="o-signatures">
        {[t('office.doc.refundGiver'), t('office.doc.receiver'), t('office.doc.date')].map(
          (name) => (
            <div key={name}>
              <span />
              {name}
            </div>
          ),
        )}
      </footer>
    </article>
  );
}

function SumRow({ name, kip }: { name: string; kip: number }) {
  return (
    <tr>
      <td colSpan={2}>
        <b>{name}</b>
      </td>
      <td className="o-sheet-end">
        <b>
          <OfficeKip value={kip} />
        </b>
      </td>
    </tr>
  );
}
