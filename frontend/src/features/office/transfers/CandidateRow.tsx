import { Link } from '@tanstack/react-router';
import { shopNow } from '@/shared/api/shop-time';
import { formatPhone } from '@/shared/forms/phone';
import { Badge } from '@/shared/ui/Badge';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { OfficeButton } from '../OfficeButton';
import { kipText } from '../OfficeKip';
import { shortMoment } from '../office-dates';
import { paymentLook, statusLook } from '../order-labels';
import { StateBadge } from '../StateBadge';
import { useOffice } from '../use-office-format';
import { differenceText } from './transfer-texts';
import type { StatementLine, TransferCandidate } from './transfers-api';

type CandidateRowProps = {
  line: StatementLine;
  candidate: TransferCandidate;
  isRunning: boolean;
  onRecord: () => void;
};

/** An order that a line may pay, with the button that opens its payment. */
export function CandidateRow({ line, candidate, isRunning, onRecord }: CandidateRowProps) {
  const { t, language } = useOffice();
  const { order, has_name: hasName } = candidate;
  const isAwaited = line.fit !== 'not_awaited' && line.fit !== 'recorded';
  const difference = isAwaited ? differenceText(t, candidate) : undefined;
  const amount = kipText(order.unpaid);
  return (
    <li className="o-transfer-order">
      <div className="grid min-w-0 gap-1">
        <span className="o-row flex-wrap">
          <Link
            to="/staff/orders/$orderId"
            params={{ orderId: order.order_id }}
            className="num font-semibold"
          >
            <Ltr>{order.number}</Ltr>
          </Link>
          <LocalizedText>{order.customer_name || formatPhone(order.phone)}</LocalizedText>
          {hasName && <Badge kind="ok">{t('office.transfers.nameFits')}</Badge>}
        </span>
        <span className="o-row o-small o-muted flex-wrap">
          <time dateTime={order.created_at}>
            {shortMoment(order.created_at, shopNow(), language)}
          </time>
          <StateBadge look={paymentLook(order.payment)} />
          <StateBadge look={statusLook(order.status, order.delivery.method)} />
        </span>
        {isAwaited && (
          <span className="o-small">
            {t('office.transfers.toPay', { amount })}
            {difference && <b className="text-warn"> {difference}</b>}
          </span>
        )}
      </div>
      {isAwaited && (
        <OfficeButton
          kind={line.fit === 'exact' ? 'primary' : 'outline'}
          isLoading={isRunning}
          aria-label={t('office.transfers.recordOf', { number: order.number })}
          onClick={onRecord}
        >
          {t('office.transfers.record')}
        </OfficeButton>
      )}
    </li>
  );
}
