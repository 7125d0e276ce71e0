import { InvoiceLines } from '@/domain/orders/InvoiceLines';
import { InvoiceSeller } from '@/domain/orders/InvoiceSeller';
import { TotalRow } from '@/domain/orders/InvoiceTotals';
import { VatTable } from '@/domain/orders/VatTable';
import { formatPhone } from '@/shared/forms/phone';
import { Ltr } from '@/shared/ui/Ltr';
import { OfficeKip } from '../OfficeKip';
import { fullMoment } from '../office-dates';
import { useOffice } from '../use-office-format';
import { type CreditedReturn, creditLines } from './credit-notes';

/** Credit note of a return, in the form of the invoice: returned goods, VAT, and the refund. */
export function CreditNoteSheet({ credited }: { credited: CreditedReturn }) {
  const { t, language } = useOffice();
  const { order, returned, note } = credited;
  return (
    <div className="o-sheet">
      <article className="invoice">
        <header className="flex items-start justify-between gap-6">
          <InvoiceSeller order={order} />
          <div className="text-end">
            <h1>{t('office.doc.credit')}</h1>
            <p className="num">
              <Ltr>{note.number}</Ltr>
            </p>
            <p>{fullMoment(returned.at, language)}</p>
          </div>
        </header>
        <section className="mt-6 grid grid-cols-2 gap-6">
          <div>
            <p className="font-bold">{t('invoice.customer')}</p>
            <p>
              <bdi>{order.customer_name || order.customer.name}</bdi>
            </p>
            <p>
              <Ltr>{formatPhone(order.phone)}</Ltr>
            </p>
          </div>
          <div>
            <p className="font-bold">{t('office.doc.creditFor')}</p>
            <p>
              <Ltr>{order.number}</Ltr> · {fullMoment(order.created_at, language)}
            </p>
            {returned.reason && (
              <p>
                {t('office.reason')}: <bdi>{returned.reason}</bdi>
              </p>
            )}
          </div>
        </section>
        <InvoiceLines lines={creditLines(credited)} />
        <div className="sums">
          <VatTable vat={note.vat} />
          <CreditTotals credited={credited} />
        </div>
      </article>
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
    </div>
  );
}

function CreditTotals({ credited: { returned, note } }: { credited: CreditedReturn }) {
  const { t } = useOffice();
  return (
    <table>
      <tbody>
        <TotalRow name={t('office.return.goodsPrice')} kip={note.goods} />
        {note.discount > 0 && <TotalRow name={t('office.return.discount')} kip={-note.discount} />}
        {note.delivery_fee > 0 && (
          <TotalRow name={t('office.return.delivery')} kip={note.delivery_fee} />
        )}
        {note.missing_points_value > 0 && (
          <TotalRow name={t('office.return.spentPoints')} kip={-note.missing_points_value} />
        )}
        <tr className="total">
          <th scope="row">{t('office.doc.creditRefund')}</th>
          <td className="amount">
            <OfficeKip value={returned.refund} />
          </td>
        </tr>
      </tbody>
    </table>
  );
}
