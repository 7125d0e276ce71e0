import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pointsQuery } from '@/domain/orders/order-queries';
import { formatKip, formatNumber } from '@/shared/format/kip';
import { formatDay } from '@/shared/format/shop-clock';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { cx } from '@/shared/ui/cx';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { ErrorState } from '@/shared/ui/PageStates';
import { ModalPanel } from '@/shared/ui/Panel';
import { ScrollList } from '@/shared/ui/ScrollArea';
import { Skeleton } from '@/shared/ui/Skeleton';
import type { PointsEntry } from './account-api';

const KINDS: Record<PointsEntry['kind'], MessageKey> = {
  earned: 'points.earned',
  redeemed: 'points.redeemed',
  returned: 'points.returned',
  revoked: 'points.revoked',
  corrected: 'points.corrected',
  other: 'points.corrected',
  // Never displayed, because the account is erased.
  closed: 'points.corrected',
};

/** Section with the club points: balance, value, and ledger. */
export function PointsHistorySection() {
  const t = useT();
  const { data, error, refetch } = useQuery({ ...pointsQuery, staleTime: 0 });
  if (!data) {
    return (
      <ModalPanel title={t('points.title')}>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-40" />
        )}
      </ModalPanel>
    );
  }
  const { balance, kip_per_point_earned, point_value, entries } = data.data;
  return (
    <ModalPanel title={t('points.title')}>
      <p className="text-2xl font-bold">{t('totals.pointCount', { count: balance })}</p>
      <p className="mb-3 text-sm text-text-3">
        <LocalizedText>
          {t('points.rule', {
            amount: formatKip(kip_per_point_earned, 0),
            value: formatKip(point_value, 0),
          })}
        </LocalizedText>
      </p>
      {entries.length === 0 ? (
        <p className="text-sm text-text-3">
          <LocalizedText>{t('points.none')}</LocalizedText>
        </p>
      ) : (
        <ScrollList
          label={t('points.title')}
          className="max-h-96 divide-y divide-line overflow-y-auto"
        >
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two corrections may be made in the same second, and the list grows at its head only
            <Entry key={`${entry.at} ${entries.length - index}`} entry={entry} />
          ))}
        </ScrollList>
      )}
    </ModalPanel>
  );
}

function Entry({ entry: { at, kind, points, order_id } }: { entry: PointsEntry }) {
  const t = useT();
  const { code } = useLanguage();
  const body = (
    <>
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{t(KINDS[kind])}</span>
        <span className="block text-xs text-text-3">{formatDay(at, code)}</span>
      </span>
      <Ltr className={cx('num font-semibold', points > 0 && 'text-ok')}>
        {points > 0 && '+'}
        {formatNumber(points)}
      </Ltr>
    </>
  );
  const row = 'flex min-h-13 items-center gap-3 py-1.5 text-sm';
  return (
    <li>
      {order_id ? (
        <Link
          to="/account/orders/$orderId"
          params={{ orderId: order_id }}
          className={cx(row, 'hover:text-link')}
        >
          {body}
        </Link>
      ) : (
        <div className={row}>{body}</div>
      )}
    </li>
  );
}
