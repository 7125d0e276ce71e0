import { formatPhone } from '@/shared/forms/phone';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { Ltr } from '@/shared/ui/Ltr';
import { addressLineIn, branchName } from './delivery-text';
import { formatMoment } from './format-moment';
import { InvoiceLines } from './InvoiceLines';
import { InvoiceSeller } from './InvoiceSeller';
import { InvoiceTotals } from './InvoiceTotals';
import { paymentMethodText, paymentStatusLabel } from './order-status';
import type { Order } from './order-types';

type InvoiceProps = {
  order: Order;
  /**
   * Whether the page shows the invoice and does not only print it. If so, screen readers read it, and its title is
   * the heading.
   */
  isPage?: boolean;
};

/** Invoice of an order on one A4 page, printed instead of the visible page unless it is the page itself. */
export function Invoice({ order, isPage = false }: InvoiceProps) {
  const t = useT();
  const { code } = useLanguage();
  const { delivery, payment } = order;
  const Title = isPage ? 'h1' : 'p';
  return (
    <article className="invoice" aria-hidden={!isPage || undefined}>
      <header className="flex items-start justify-between gap-6">
        <InvoiceSeller order={order} />
        <div className="text-end">
          <Title className="text-xl font-bold">{t('invoice.title')}</Title>
          <p className="num">
            <Ltr>#{order.number}</Ltr>
          </p>
          <p>{formatMoment(order.created_at, code)}</p>
        </div>
      </header>
      <section className="mt-6 grid grid-cols-2 gap-6">
        <div>
          <p className="font-bold">{t('invoice.customer')}</p>
          <p>
            <bdi>{order.customer_name}</bdi>
          </p>
          <p>
            <Ltr>{formatPhone(order.phone)}</Ltr>
          </p>
          <p>
            {delivery.method === 'pickup' && `${t('delivery.pickup')}: `}
            <bdi>
              {delivery.method === 'pickup'
                ? branchName(delivery, code)
                : addressLineIn(delivery, code)}
            </bdi>
          </p>
          {delivery.note && (
            <p>
              {t('invoice.note')}: <bdi>{delivery.note}</bdi>
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
