import type { ReactNode } from 'react';
import { formatKip, formatPercent } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';
import type { Totals } from './order-types';

/** From the goods to what is to be paid, the tax by rate, and the points it earns. */
export function OrderTotals({ totals, isPickup }: { totals: Totals; isPickup: boolean }) {
  const t = useT();
  return (
    <dl className="text-sm">
      <Row name={t('totals.goods')} value={<Kip of={totals.subtotal} />} />
      {totals.points_discount > 0 && (
        <Row
          name={t('totals.points', { count: totals.points_used })}
          value={<Kip of={-totals.points_discount} />}
        />
      )}
      {!isPickup && (
        <Row
          name={t('totals.delivery')}
          value={
            totals.delivery_fee > 0 ? (
              <Kip of={totals.delivery_fee} />
            ) : (
              <span className="font-semibold text-ok">{t('totals.free')}</span>
            )
          }
        />
      )}
      <Row
        isTotal
        name={t('cart.total')}
        value={
          <bdi dir="ltr" className="num">
            {formatKip(totals.total)}
          </bdi>
        }
      />
      {totals.vat
        .filter(({ rate }) => rate > 0)
        .map(({ rate, vat }) => (
          <Row
            key={rate}
            isMuted
            name={t('totals.vat', { percent: formatPercent(rate) })}
            value={<Kip of={vat} />}
          />
        ))}
      {totals.points_earned > 0 && (
        <Row
          isMuted
          name={t('totals.earns')}
          value={t('totals.pointCount', { count: totals.points_earned })}
        />
      )}
    </dl>
  );
}

function Kip({ of: kip }: { of: number }) {
  return (
    <bdi dir="ltr" className="num">
      {formatKip(kip, 0)}
    </bdi>
  );
}

type RowProps = { name: string; value: ReactNode; isTotal?: boolean; isMuted?: boolean };

function Row({ name, value, isTotal = false, isMuted = false }: RowProps) {
  return (
    <div
      className={cx(
        'flex items-baseline justify-between gap-3 py-1',
        isTotal && 'mt-2 border-t border-line pt-3 text-lg font-bold',
        isMuted && 'text-xs text-text-3',
      )}
    >
      <dt className={cx(!isTotal && 'text-text-3')}>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
