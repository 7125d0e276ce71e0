import { Kip } from '@/domain/catalog/Price';
import { formatPercent } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import { bothNames, unitName } from '@/shared/i18n/second-name';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { Quantity } from '@/shared/ui/Quantity';
import type { OrderLine } from './order-types';

export function InvoiceLines({ lines }: { lines: OrderLine[] }) {
  const t = useT();
  return (
    <table>
      <thead>
        <tr>
          <th>{t('invoice.product')}</th>
          <th className="amount">{t('product.quantity')}</th>
          <th className="amount">{t('invoice.price')}</th>
          <th className="amount">{t('invoice.rate')}</th>
          <th className="amount">{t('product.total')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.pro_id}>
            <td>
              <LocalizedText>{bothNames(line.pro_name_la, line.pro_name_en)}</LocalizedText>{' '}
              <Ltr className="faint">{line.pro_id}</Ltr>
            </td>
            <td className="amount">
              <Quantity count={line.quantity} unit={unitName(line)} />
            </td>
            <td className="amount">
              <Kip value={line.price} />
            </td>
            <td className="amount">
              <Ltr>{formatPercent(line.vatrate)}</Ltr>
            </td>
            <td className="amount">
              <Kip value={line.total} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
