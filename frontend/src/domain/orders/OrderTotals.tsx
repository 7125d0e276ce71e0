import type { ReactNode } from 'react';
import { Kip } from '@/domain/catalog/Price';
import { formatPercent } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey, Translate } from '@/shared/i18n/load-messages';
import { cx } from '@/shared/ui/cx';
import { Ltr } from '@/shared/ui/Ltr';
import type { Totals } from './order-types';

type OrderTotalsProps = {
  totals: Totals;
  /** Reason why the staff granted the discount. */
  discountReason?: string | null;
  isPickup: boolean;
  /**
   * Points that an order earns for the goods that the customer keeps. By default the points of the whole total,
   * for a quote.
   */
  pointsEarned?: number;
  /** Message key of the line with the earned points. */
  earnsText?: MessageKey;
};

/** Amounts of an order from the goods to the total, the tax by rate, and the earned points. */
export function OrderTotals({
  totals,
  discountReason,
  isPickup,
  pointsEarned = totals.points_earned,
  earnsText = 'totals.earns',
}: OrderTotalsProps) {
  const t = useT();
  return (
    <dl className="text-sm">
      <Row name={t('totals.goods')} value={<Amount of={totals.subtotal} />} />
      {totals.points_discount > 0 && (
        <Row
          name={t('totals.points', { count: totals.points_used })}
          value={<Amount of={-totals.points_discount} />}
        />
      )}
      {totals.discount > 0 && (
        <Row name={discountName(t, discountReason)} value={<Amount of={-totals.discount} />} />
      )}
      {!isPickup && (
        <Row
          name={t('totals.delivery')}
          value={
            totals.delivery_fee > 0 ? (
              <Amount of={totals.delivery_fee} />
            ) : (
              <span className="font-semibold text-ok">{t('totals.free')}</span>
            )
          }
        />
      )}
      <Row isTotal name={t('cart.total')} value={<Amount of={totals.total} />} />
      {totals.vat
        .filter(({ rate }) => rate > 0)
        .map(({ rate, vat }) => (
          <Row
            key={rate}
            isMuted
            name={t('totals.vat', { percent: formatPercent(rate) })}
            value={<Amount of={vat} />}
          />
        ))}
      {pointsEarned > 0 && (
        <Row isMuted name={t(earnsText)} value={t('totals.pointCount', { count: pointsEarned })} />
      )}
    </dl>
  );
}

/** Label of the discount, with its reason if there is one. */
export const discountName = (t: Translate, reason: string | null | undefined): string =>
  reason ? t('totals.discountFor', { reason }) : t('totals.discount');

/** Row of a label and an amount. */
export function AmountRow({ name, kip }: { name: string; kip: number }) {
  return <Row name={name} value={<Amount of={kip} />} />;
}

function Amount({ of: kip }: { of: number }) {
  return (
    <Ltr className="num">
      <Kip value={kip} />
    </Ltr>
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
