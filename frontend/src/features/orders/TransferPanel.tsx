import { Kip } from '@/domain/catalog/Price';
import { formatMoment } from '@/domain/orders/format-moment';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { CheckPayment } from './CheckPayment';
import { CopyRow } from './CopyRow';
import type { OrderView } from './OrderGate';
import { unpaidKip } from './payment-polling';

/** Details of the bank transfer: account, amount and reference. */
export function TransferPanel(view: OrderView) {
  const t = useT();
  const { code } = useLanguage();
  const { payment } = view.order;
  const unpaid = unpaidKip(view.order);
  const { transfer, reference, expires_at } = payment;
  return (
    <section
      aria-labelledby="pay-title"
      className="grid gap-3 rounded-lg bg-action-soft px-4 py-5 lg:px-6"
    >
      <h2 id="pay-title" className="text-lg">
        {t('transfer.title')}
      </h2>
      <p className="text-sm text-text-2">
        <LocalizedText>{t('transfer.text')}</LocalizedText>
      </p>
      <dl>
        {transfer && (
          <>
            <CopyRow name={t('transfer.bank')} value={transfer.bank} />
            <CopyRow
              name={t('transfer.account')}
              value={transfer.account}
              shown={<span className="whitespace-nowrap">{transfer.account}</span>}
            />
            <CopyRow name={t('transfer.holder')} value={transfer.holder} />
          </>
        )}
        <CopyRow
          name={t(payment.status === 'underpaid' ? 'paid.missing' : 'transfer.amount')}
          value={String(unpaid)}
          shown={<Kip value={unpaid} />}
        />
        <CopyRow name={t('pay.reference')} value={reference} />
      </dl>
      {expires_at && (
        <p className="text-sm">
          <LocalizedText>
            {t('transfer.until', { at: formatMoment(expires_at, code) })}
          </LocalizedText>
        </p>
      )}
      <div>
        <CheckPayment {...view} />
      </div>
    </section>
  );
}
