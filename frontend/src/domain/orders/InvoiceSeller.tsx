import { useSuspenseQuery } from '@tanstack/react-query';
import { companyQuery } from '@/shared/api/site-queries';
import { useLocal, useT } from '@/shared/i18n/language-context';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import type { Order } from './order-types';

/** The shop on an invoice or credit note: name, address, contacts and tax number. */
export function InvoiceSeller({ order }: { order: Pick<Order, 'seller'> }) {
  const t = useT();
  const local = useLocal();
  const company = useSuspenseQuery(companyQuery).data.data;
  // Orders of earlier versions do not have the seller, or not its contact.
  const seller = order.seller ?? company;
  const { hotline, customer_service, email } = order.seller?.contact ?? company;
  return (
    <div>
      <p className="text-lg font-bold">
        <LocalizedText>{local(seller.legal_name) ? seller.legal_name : seller.name}</LocalizedText>
      </p>
      <p className="max-w-[90mm]">
        <LocalizedText>{seller.address}</LocalizedText>
      </p>
      {[hotline, customer_service].filter(Boolean).map((number) => (
        <p key={number}>
          <Ltr>{number}</Ltr>
        </p>
      ))}
      <p>
        <Ltr>{email}</Ltr>
      </p>
      {seller.tax_number && (
        <p>
          {t('invoice.taxNumber')} <Ltr>{seller.tax_number}</Ltr>
        </p>
      )}
    </div>
  );
}
