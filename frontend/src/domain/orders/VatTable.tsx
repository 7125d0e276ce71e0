import { Kip } from '@/domain/catalog/Price';
import { formatPercent } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import { Ltr } from '@/shared/ui/Ltr';
import type { Totals } from './order-types';

/** Value added tax by rate. */
export function VatTable({ vat }: { vat: Totals['vat'] }) {
  const t = useT();
  return (
    <table>
      <thead>
        <tr>
          <th>{t('invoice.rate')}</th>
          <th className="amount">{t('invoice.net')}</th>
          <th className="amount">{t('invoice.vat')}</th>
          <th className="amount">{t('invoice.gross')}</th>
        </tr>
      </thead>
      <tbody>
        {vat.map(({ rate, net, vat: tax, gross }) => (
          <tr key={rate}>
            <td>
              <Ltr>{formatPercent(rate)}</Ltr>
            </td>
            <td className="amount">
              <Kip value={net} />
            </td>
            <td className="amount">
              <Kip value={tax} />
            </td>
            <td className="amount">
              <Kip value={gross} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
