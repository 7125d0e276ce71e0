import { Link } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { formatPhone } from '@/shared/forms/phone';
import { Badge } from '@/shared/ui/Badge';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { OfficeButton } from '../OfficeButton';
import { fullMoment, shortMoment } from '../office-dates';
import { StateBadge } from '../StateBadge';
import { useMay } from '../staff-access';
import { useOffice } from '../use-office-format';
import { CHANNEL_ICONS, CHANNEL_TEXTS, FAILURE_TEXTS, kindText, lookOf } from './outbox-words';
import type { OutboxMessage } from './staff-outbox-api';

type OutboxRowProps = {
  message: OutboxMessage;
  now: number;
  isRunning: boolean;
  onResend: () => void;
};

/** Row of a message: address, channel, text and delivery state. */
export function OutboxRow({ message, now, isRunning, onResend }: OutboxRowProps) {
  const { t, language } = useOffice();
  const { channel, recipient, state } = message;
  const address = recipient && (channel === 'email' ? recipient : formatPhone(recipient));
  const kind = kindText(message.kind);
  return (
    <li className="o-message">
      <div className="o-who items-start gap-3">
        <Icon of={CHANNEL_ICONS[channel]} className="mt-1 flex-none" />
        <div className="min-w-0">
          <b className="block font-semibold wrap-anywhere">
            {address ? <Ltr>{address}</Ltr> : t(CHANNEL_TEXTS[channel])}
          </b>
          <span className="o-small o-muted block">
            {t(CHANNEL_TEXTS[channel])}
            {message.parts !== null && ` · ${t('office.outbox.parts', { count: message.parts })}`}
            {' · '}
            <time dateTime={message.created_at} title={fullMoment(message.created_at, language)}>
              {shortMoment(message.created_at, now, language)}
            </time>
          </span>
        </div>
      </div>
      <div className="o-message-text">
        <span className="o-row o-wrap">
          <Badge>{kind ? t(kind) : message.kind}</Badge>
          <OrderLink message={message} />
        </span>
        {message.subject && (
          <b className="font-semibold">
            <LocalizedText>{message.subject}</LocalizedText>
          </b>
        )}
        <p>
          {message.text ? (
            <LocalizedText>{message.text}</LocalizedText>
          ) : (
            <span className="o-muted">{t('office.outbox.notPrepared')}</span>
          )}
        </p>
      </div>
      <div className="o-message-end">
        <StateBadge look={lookOf(message)} />
        <Outcome message={message} />
        {state !== 'waiting' && !message.kind.startsWith('code.') && (
          <OfficeButton
            kind={state === 'failed' ? 'soft' : 'quiet'}
            icon={Send}
            isLoading={isRunning}
            aria-label={t('office.outbox.resendTo', { address: address || '—' })}
            onClick={onResend}
          >
            {t('office.outbox.resend')}
          </OfficeButton>
        )}
      </div>
    </li>
  );
}

function OrderLink({
  message: { order_id: orderId, order_number: number },
}: Pick<OutboxRowProps, 'message'>) {
  const may = useMay();
  if (orderId === null || number === null) return null;
  if (!may('orders')) return <span className="tabular-nums">{number}</span>;
  return (
    <Link to="/staff/orders/$orderId" params={{ orderId }} className="o-link tabular-nums">
      {number}
    </Link>
  );
}

/** Reason of a failure, or time of the next attempt, with the provider's response. */
function Outcome({ message }: Pick<OutboxRowProps, 'message'>) {
  const { t, language } = useOffice();
  const { reason, next_at: nextAt, detail, is_undeliverable: isUndeliverable } = message;
  return (
    <span className="o-small o-muted min-w-0 wrap-anywhere">
      {reason !== null && <span className="block">{t(FAILURE_TEXTS[reason])}</span>}
      {isUndeliverable && <UndeliverableLink cusId={message.cus_id} />}
      {nextAt !== null && (
        <span className="block">
          {t('office.outbox.next', { time: fullMoment(nextAt, language) })}
        </span>
      )}
      {detail && (
        <span className="block">
          <bdi>{detail}</bdi>
        </span>
      )}
    </span>
  );
}

/** Link to the customer's page, where the undeliverable mark can be cleared. */
function UndeliverableLink({ cusId }: { cusId: number }) {
  const { t } = useOffice();
  const may = useMay();
  const text = t('office.outbox.undeliverable');
  if (!may('customers')) return <span className="block">{text}</span>;
  return (
    <Link
      to="/staff/customers/$cusId"
      params={{ cusId: String(cusId) }}
      className="o-link block wrap-anywhere"
    >
      {text}
    </Link>
  );
}
