import { Clock, type LucideIcon, Mail, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Company } from '@/shared/api/types';
import { openingHours } from '@/shared/format/shop-clock';
import { telHref } from '@/shared/format/tel-href';
import { useLocal, useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';

/** Contact details of the company, as far as the company data has them. */
export function FooterContact({ company }: { company: Company }) {
  const t = useT();
  const local = useLocal();
  const { hotline, customer_service, email, address, legal_name } = company;
  return (
    <section className="max-lg:col-span-2">
      <h3 className="mt-2 text-md text-on-ink">{t('footer.contact')}</h3>
      <ul>
        <PhoneRow label={t('info.hotline')} number={hotline} />
        <PhoneRow label={t('info.customerService')} number={customer_service} />
        {email && (
          <Row icon={Mail} href={`mailto:${email}`}>
            {email}
          </Row>
        )}
        {local(address) && (
          <Row icon={MapPin}>
            <LocalizedText>{address}</LocalizedText>
          </Row>
        )}
        <Row icon={Clock}>{t('footer.hours', openingHours(company.hours))}</Row>
      </ul>
      {local(legal_name) && (
        <p className="mt-1 max-w-96">
          <LocalizedText>{legal_name}</LocalizedText>
        </p>
      )}
    </section>
  );
}

function PhoneRow({ label, number }: { label: string; number: string }) {
  return (
    number && (
      <Row icon={Phone} href={telHref(number)}>
        {label} <Ltr className="num">{number}</Ltr>
      </Row>
    )
  );
}

type RowProps = { icon: LucideIcon; href?: string; children: ReactNode };

function Row({ icon, href, children }: RowProps) {
  const style = 'flex min-h-11 items-center gap-2 py-1.5';
  return (
    <li className={cx(!href && style)}>
      {href ? (
        <a href={href} className={cx(style, 'rounded-xs hover:text-on-ink')}>
          <Icon of={icon} size="s" />
          {children}
        </a>
      ) : (
        <>
          <Icon of={icon} size="s" />
          <span className="min-w-0">{children}</span>
        </>
      )}
    </li>
  );
}
