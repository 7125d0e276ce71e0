import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatNumber } from '@/shared/format/kip';
import { useNow } from '@/shared/hooks/use-now';
import { errorText } from '@/shared/i18n/error-text';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { ScrollList } from '@/shared/ui/ScrollArea';
import { Skeleton } from '@/shared/ui/Skeleton';
import { type CustomerPointsEntry, customerPointsQuery } from '../customers/staff-customers-api';
import { OfficeButton } from '../OfficeButton';
import { OfficeDialog } from '../OfficeDialog';
import { OlderButton } from '../OlderButton';
import { fullMoment, shortMoment } from '../office-dates';
import { fullName, type StaffAccount, useStaff } from '../staff-access';
import { useOffice } from '../use-office-format';
import { CorrectionForm } from './CorrectionForm';

const CLOCK_MS = 60_000;

const KINDS: Record<CustomerPointsEntry['kind'], MessageKey> = {
  earned: 'points.earned',
  redeemed: 'points.redeemed',
  returned: 'points.returned',
  revoked: 'points.revoked',
  corrected: 'points.corrected',
  other: 'points.corrected',
  closed: 'office.customer.pointsClosed',
};

/** Panel with balance and ledger of the club points. Managers can correct them. */
export function PointsPanel({ account }: { account: StaffAccount }) {
  const { t } = useOffice();
  const [isCorrecting, setCorrecting] = useState(false);
  const isManager = useStaff()?.account.role === 'manager';
  const query = useInfiniteQuery(customerPointsQuery(account.cus_id));
  const { data, isError, error, refetch } = query;
  const points = data?.pages[0];
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <section aria-labelledby="customer-points" className="o-panel">
      <div className="o-panel-head">
        <h2 id="customer-points" className="o-h2">
          {t('office.customer.points')}
          {points && (
            <span className="o-muted font-normal tabular-nums">
              {' · '}
              {t('office.customer.balance', { count: points.balance })}
            </span>
          )}
        </h2>
        {isManager && points && (
          <OfficeButton kind="link" aria-haspopup="dialog" onClick={() => setCorrecting(true)}>
            {t('office.customer.correct')}
          </OfficeButton>
        )}
      </div>
      {!points && !isError && (
        <div className="o-panel-body" role="status" aria-label={t('state.loading')}>
          <Skeleton className="h-16" />
        </div>
      )}
      {!points && isError && (
        <div role="alert" className="o-panel-body o-row o-wrap">
          <span className="o-grow">{errorText(t, error) ?? t('office.listFailed')}</span>
          <OfficeButton onClick={() => void refetch()}>{t('action.retry')}</OfficeButton>
        </div>
      )}
      {points && entries.length === 0 && (
        <p className="o-panel-body o-muted">{t('office.customer.noPoints')}</p>
      )}
      {entries.length > 0 && (
        <ScrollList label={t('office.customer.points')} className="max-h-96 overflow-y-auto">
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two corrections may be made in the same second
            <Entry key={`${entry.at} ${index}`} entry={entry} />
          ))}
        </ScrollList>
      )}
      {query.hasNextPage && (
        <div className="o-panel-body">
          <OlderButton
            query={query}
            label={t('office.older')}
            onMore={() => void query.fetchNextPage()}
          />
        </div>
      )}
      <OfficeDialog
        isOpen={isCorrecting}
        onClose={() => setCorrecting(false)}
        title={t('office.customer.correctTitle', { name: fullName(account) })}
      >
        {isCorrecting && points && (
          <CorrectionForm
            cusId={account.cus_id}
            balance={points.balance}
            onClose={() => setCorrecting(false)}
          />
        )}
      </OfficeDialog>
    </section>
  );
}

function Entry({ entry }: { entry: CustomerPointsEntry }) {
  const { t, language } = useOffice();
  const now = useNow(CLOCK_MS);
  const { at, kind, points, order_id: orderId, reason, by } = entry;
  return (
    <li className="o-person">
      <Ltr className="font-semibold tabular-nums">
        {points > 0 ? '+' : points < 0 ? '−' : ''}
        {formatNumber(Math.abs(points))}
      </Ltr>
      <span className="min-w-0">
        {orderId ? (
          <Link to="/staff/orders/$orderId" params={{ orderId }} className="o-link">
            {t(KINDS[kind])}
          </Link>
        ) : (
          t(KINDS[kind])
        )}
        {by && (
          <small className="o-note block">
            <LocalizedText>
              {t('office.customer.pointsBy', { name: by, reason: reason ?? '—' })}
            </LocalizedText>
          </small>
        )}
      </span>
      <time dateTime={at} title={fullMoment(at, language)} className="o-note">
        {shortMoment(at, now, language)}
      </time>
    </li>
  );
}
