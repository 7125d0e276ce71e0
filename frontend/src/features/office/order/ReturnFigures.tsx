import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/shared/i18n/error-text';
import { OfficeButton } from '../OfficeButton';
import { OfficeKip } from '../OfficeKip';
import type { ReturnLine, StaffOrder } from '../staff-order-types';
import { returnPreviewQuery } from '../staff-orders-api';
import { useOffice } from '../use-office-format';

type ReturnFiguresProps = {
  order: StaffOrder;
  lines: ReturnLine[];
  hasDeliveryFee: boolean;
  /** Whether the lines replace those of the last return. */
  correctsLast?: boolean;
};

/** Money and points of a return, as the server calculates them. */
export function ReturnFigures(props: ReturnFiguresProps) {
  const { order, lines, hasDeliveryFee, correctsLast } = props;
  const { t } = useOffice();
  const { data, error, isFetching, refetch } = useQuery(
    returnPreviewQuery(order, lines, hasDeliveryFee, correctsLast),
  );
  const shown = lines.length > 0 ? data : undefined;
  const points = shown ? shown.points_returned - shown.points_revoked : 0;
  return (
    <aside className="o-return-figures" aria-live="polite">
      <h3 className="o-h2">{t('office.refundAmount')}</h3>
      {error && lines.length > 0 ? (
        <div role="alert" className="o-row o-wrap">
          <p className="o-small text-err">
            {t('office.actionFailed')}. {errorText(t, error)}
          </p>
          <OfficeButton isLoading={isFetching} onClick={() => void refetch()}>
            {t('action.retry')}
          </OfficeButton>
        </div>
      ) : (
        <dl className="o-money">
          <Row name={t('office.return.goodsPrice')} kip={shown?.goods} />
          <Row name={t('office.return.discount')} kip={shown && -shown.discount} />
          <Row name={t('office.return.delivery')} kip={shown?.delivery_fee} />
          {shown && shown.missing_points_value > 0 && (
            <Row name={t('office.return.spentPoints')} kip={-shown.missing_points_value} />
          )}
          <Row name={t('office.refundAmount')} kip={shown?.refund} isTotal />
        </dl>
      )}
      <h3 className="o-h2">{t('office.return.points')}</h3>
      <dl className="o-money">
        <Points name={t('office.return.pointsRevoked')} value={shown && -shown.points_revoked} />
        <Points name={t('office.return.pointsReturned')} value={shown?.points_returned} />
        <div>
          <dt>{t('office.return.balance')}</dt>
          <dd className="tabular-nums">
            {shown ? `${shown.points_balance} → ${shown.points_balance + points}` : '—'}
          </dd>
        </div>
      </dl>
      <p className="o-note">{t('office.return.until')}</p>
    </aside>
  );
}

type RowProps = { name: string; kip: number | undefined; isTotal?: boolean };

function Row({ name, kip, isTotal = false }: RowProps) {
  return (
    <div data-total={isTotal || undefined}>
      <dt>{name}</dt>
      <dd>{kip === undefined ? '—' : <OfficeKip value={kip} />}</dd>
    </div>
  );
}

function Points({ name, value }: { name: string; value: number | undefined }) {
  const sign = value === undefined || value === 0 ? '' : value > 0 ? '+' : '−';
  return (
    <div>
      <dt>{name}</dt>
      <dd className="tabular-nums">{value === undefined ? '—' : `${sign}${Math.abs(value)}`}</dd>
    </div>
  );
}
