import { useSuspenseQuery } from '@tanstack/react-query';
import { companyQuery } from '@/shared/api/site-queries';
import { formatPhone } from '@/shared/forms/phone';
import { useLanguage, useLocal, useT } from '@/shared/i18n/language-context';
import { Ltr } from '@/shared/ui/Ltr';
import { addressLine, branchName } from './delivery-text';
import { formatMoment } from './format-moment';
import { InvoiceLines } from './InvoiceLines';
import { InvoiceTotals } from './InvoiceTotals';
import { paymentMethodText, paymentStatusLabel } from './order-status';
import type { Order } from './order-types';

/** Print view: one A4 page instead of the visible page. `customerName` stands in for a name that the order lacks. */
export function Invoice({ order, customerName }: { order: Order; customerName: string }) {
  const t = useT();
  const local = useLocal();
  const { code } = useLanguage();
  const company = useSuspenseQuery(companyQuery).data.data;
  const { delivery, payment } = order;
  return (
    <article className="invoice" aria-hidden>
      <header className="flex items-start justify-between gap-6">
        <div>
          <p className="text-lg font-bold">{local(company.legal_name) || company.name}</p>
          <p className="max-w-[90mm]">{local(company.address)}</p>
          <p>
            <Ltr>{company.hotline}</Ltr>
          </p>
          <p>{company.email}</p>
          {company.tax_number && (
            <p>
              {t('invoice.taxNumber')} <Ltr>{company.tax_number}</Ltr>
            </p>
          )}
        </div>
        <div className="text-end">
          <p className="text-xl font-bold">{t('invoice.title')}</p>
          <p className="num">
            <Ltr>#{order.number}</Ltr>
          </p>
          <p>{formatMoment(order.created_at, code)}</p>
        </div>
      </header>
      <section className="mt-6 grid grid-cols-2 gap-6">
        <div>
          <p className="font-bold">{t('invoice.customer')}</p>
          <p>{order.customer_name || customerName}</p>
          <p>
            <Ltr>{formatPhone(order.phone)}</Ltr>
          </p>
          <p>
            {delivery.method === 'pickup'
              ? `${t('delivery.pickup')}: ${branchName(delivery, code)}`
              : addressLine(delivery)}
          </p>
          {delivery.note && (
            <p>
              {t('invoice.note')}: {delivery.note}
            </p>
          )}
        </div>
        <div>
          <p className="font-bold">{t('checkout.payment')}</p>
          <p>{t(paymentMethodText(payment.method, delivery))}</p>
          <p>{t(paymentStatusLabel(payment).text)}</p>
          {payment.reference && (
            <p>
              {t('pay.reference')} <Ltr>{payment.reference}</Ltr>
            </p>
          )}
        </div>
      </section>
      <InvoiceLines lines={order.lines} />
      <InvoiceTotals order={order} />
      <p className="mt-8 text-center">{t('invoice.thanks')}</p>
    </article>
  );
}
