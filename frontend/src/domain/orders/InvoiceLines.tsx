import { formatKip, formatNumber, formatPercent } from '@/shared/format/kip';
import { unitOf } from '@/shared/format/unit';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import type { OrderLine } from './order-types';

export function InvoiceLines({ lines }: { lines: OrderLine[] }) {
  const t = useT();
  const { code } = useLanguage();
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
              <LocalizedText>{pickText(line.pro_name_la, line.pro_name_en, code)}</LocalizedText>{' '}
              <span className="faint">{line.pro_id}</span>
            </td>
            <td className="amount">
              {formatNumber(line.quantity)}{' '}
              {unitOf(line.quantity, pickText(line.unit_name_la, line.unit_name_en, code))}
            </td>
            <td className="amount">
              <Ltr>{formatKip(line.price)}</Ltr>
            </td>
            <td className="amount">
              <Ltr>{formatPercent(line.vatrate)}</Ltr>
            </td>
            <td className="amount">
              <Ltr>{formatKip(line.total)}</Ltr>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
