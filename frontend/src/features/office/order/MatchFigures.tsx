import { shopNow } from '@/shared/api/shop-time';
import { Ltr } from '@/shared/ui/Ltr';
import { OfficeKip } from '../OfficeKip';
import { shortMoment } from '../office-dates';
import { meansText } from '../order-labels';
import type { StaffOrder } from '../staff-order-types';
import { useOffice } from '../use-office-format';
import type { TransferMatch } from './transfer-match';

/** Expected and received amount, and their difference. */
export function MatchFigures({ order, match }: { order: StaffOrder; match: TransferMatch }) {
  const { t } = useOffice();
  const isNet = match.received !== order.received;
  return (
    <dl className="o-match-figures">
      <div>
        <dt>{t('office.match.expected')}</dt>
        <dd>
          <OfficeKip value={match.expected} />
        </dd>
      </div>
      <div>
        <dt>{t(isNet ? 'office.match.receivedNet' : 'office.money.received')}</dt>
        <dd>
          <OfficeKip value={match.received} />
        </dd>
      </div>
      <div data-difference>
        <dt>{t(match.kind === 'overpaid' ? 'office.match.over' : 'office.match.short')}</dt>
        <dd>
          <OfficeKip value={match.difference} isSigned />
        </dd>
      </div>
    </dl>
  );
}

type MatchFactsProps = { order: StaffOrder; isWaiting: boolean };

/** Method and time of the last payment; before one, the reference that the customer was given. */
export function MatchFacts({ order, isWaiting }: MatchFactsProps) {
  const { t, language } = useOffice();
  const last = order.payments?.at(-1);
  const reference = isWaiting ? order.payment.reference : last?.reference;
  if (!last && !reference) return null;
  return (
    <p className="o-small o-muted">
      {last && !isWaiting && (
        <>
          {t(meansText(last.method))} ·{' '}
          <time dateTime={last.at}>{shortMoment(last.at, shopNow(), language)}</time>
        </>
      )}
      {reference && (
        <>
          {last && !isWaiting && ' · '}
          {t('office.means.reference')} <Ltr className="font-semibold">{reference}</Ltr>
        </>
      )}
    </p>
  );
}
