import { Link } from '@tanstack/react-router';
import { Check, Mail, MessageCircle, Phone, RotateCcw } from 'lucide-react';
import { telHref } from '@/shared/format/tel-href';
import { formatPhone } from '@/shared/forms/phone';
import { Badge } from '@/shared/ui/Badge';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { Avatar } from '../Avatar';
import { OfficeButton } from '../OfficeButton';
import { fullMoment, shortMoment } from '../office-dates';
import { useMay } from '../staff-access';
import { useOffice } from '../use-office-format';
import { senderText, topicText } from './message-words';
import type { ContactMessage } from './staff-messages-api';

type ContactMessageRowProps = {
  message: ContactMessage;
  now: number;
  isRunning: boolean;
  onMark: (done: boolean, row: HTMLElement | null) => void;
};

/** Row of a contact message: sender, text, and ways to respond. */
export function ContactMessageRow({ message, now, isRunning, onMark }: ContactMessageRowProps) {
  const { t, language } = useOffice();
  const id = `message-${message.contact_id}`;
  const { done_at: doneAt, name } = message;
  const mark = (done: boolean) => onMark(done, document.getElementById(id));
  return (
    <li id={id} data-done={doneAt !== null || undefined} className="o-message">
      <div className="o-who items-start gap-3">
        <Avatar name={name} isLarge />
        <div className="min-w-0">
          <b className="block font-semibold">
            <LocalizedText>{name}</LocalizedText>
          </b>
          <span className="o-small o-muted block">
            {t(senderText(message.sender_type))}
            {' · '}
            <time dateTime={message.at} title={fullMoment(message.at, language)}>
              {shortMoment(message.at, now, language)}
            </time>
          </span>
        </div>
      </div>
      <div className="o-message-text">
        <Badge>{t(topicText(message.topic))}</Badge>
        <p>
          <LocalizedText>{message.message}</LocalizedText>
        </p>
        <Contacts message={message} />
      </div>
      <div className="o-message-end">
        {doneAt === null ? (
          <OfficeButton
            kind="soft"
            icon={Check}
            isLoading={isRunning}
            aria-label={t('office.messageMarkName', { name })}
            onClick={() => mark(true)}
          >
            {t('office.messageMark')}
          </OfficeButton>
        ) : (
          <>
            <span className="o-small o-muted">
              <LocalizedText>
                {t('office.messageDoneBy', {
                  name: message.done_by ?? t('office.staff'),
                  time: fullMoment(doneAt, language),
                })}
              </LocalizedText>
            </span>
            <OfficeButton
              kind="quiet"
              icon={RotateCcw}
              isLoading={isRunning}
              aria-label={t('office.messageReopenName', { name })}
              onClick={() => mark(false)}
            >
              {t('office.messageReopen')}
            </OfficeButton>
          </>
        )}
      </div>
    </li>
  );
}

/** Links to telephone, e-mail and chat of the sender. */
function Contacts({ message: { name, phone, email, cus_id: cusId } }: { message: ContactMessage }) {
  const { t } = useOffice();
  const may = useMay();
  return (
    <div className="o-row o-wrap">
      {phone && (
        <a href={telHref(formatPhone(phone))} data-kind="outline" className="o-btn tabular-nums">
          <Icon of={Phone} size="s" />
          <span className="sr-only">{t('office.call', { name })}</span>
          <Ltr>{formatPhone(phone)}</Ltr>
        </a>
      )}
      {email && (
        <a href={`mailto:${email}`} data-kind="outline" className="o-btn o-mail">
          <Icon of={Mail} size="s" />
          <span className="sr-only">{t('office.mail', { name })}</span>
          <Ltr>{email}</Ltr>
        </a>
      )}
      {cusId !== null && may('inbox') && (
        <Link
          to="/staff/$cusId"
          params={{ cusId: String(cusId) }}
          data-kind="outline"
          className="o-btn"
        >
          <Icon of={MessageCircle} size="s" />
          {t('office.chat')}
        </Link>
      )}
    </div>
  );
}
