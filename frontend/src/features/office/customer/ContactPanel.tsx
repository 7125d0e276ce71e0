import { Link } from '@tanstack/react-router';
import { Mail, MessageCircle, Phone } from 'lucide-react';
import { telHref } from '@/shared/format/tel-href';
import { formatPhone } from '@/shared/forms/phone';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { Avatar } from '../Avatar';
import { shopDay, shortDay } from '../office-dates';
import { fullName, type StaffAccount, useMay } from '../staff-access';
import { useOffice } from '../use-office-format';

/** Panel with the customer's name and contacts. */
export function ContactPanel({ account }: { account: StaffAccount }) {
  const { t, language } = useOffice();
  const may = useMay();
  const name = fullName(account);
  const phone = formatPhone(account.phone);
  return (
    <section aria-labelledby="customer-contact" className="o-panel">
      <div className="o-panel-body o-stack gap-2.5">
        <div className="o-row gap-3">
          <Avatar name={name} isLarge />
          <div className="o-grow">
            <h2 id="customer-contact" className="font-semibold wrap-anywhere">
              <LocalizedText>{name}</LocalizedText>
            </h2>
            <p className="o-note tabular-nums">
              {t('office.customer.since', {
                id: String(account.cus_id),
                date: shortDay(shopDay(Date.parse(account.created_at)), language, true),
              })}
            </p>
          </div>
        </div>
        <div className="o-row o-wrap">
          {phone ? (
            <a href={telHref(phone)} data-kind="soft" className="o-btn tabular-nums">
              <Icon of={Phone} size="s" />
              <span className="sr-only">{t('office.call', { name })}</span>
              <Ltr>{phone}</Ltr>
            </a>
          ) : (
            <span className="o-note">{t('office.customer.noPhone')}</span>
          )}
          {account.email ? (
            <a href={`mailto:${account.email}`} data-kind="outline" className="o-btn o-mail">
              <Icon of={Mail} size="s" />
              <span className="sr-only">{t('office.mail', { name })}</span>
              <Ltr>{account.email}</Ltr>
            </a>
          ) : (
            <span className="o-note">{t('office.customer.noEmail')}</span>
          )}
          {may('inbox') && (
            <Link
              to="/staff/$cusId"
              params={{ cusId: String(account.cus_id) }}
              data-kind="outline"
              className="o-btn"
            >
              <Icon of={MessageCircle} size="s" />
              {t('office.chat')}
            </Link>
          )}
        </div>
      </div>
    </section>
  );
}
