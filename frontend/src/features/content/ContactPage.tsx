import { useSuspenseQuery } from '@tanstack/react-query';
import { Clock, type LucideIcon, Mail, Phone } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { companyQuery } from '@/shared/api/site-queries';
import type { Content } from '@/shared/api/types';
import { isOpenAt, openingHours } from '@/shared/format/shop-clock';
import { telHref } from '@/shared/format/tel-href';
import { useNow } from '@/shared/hooks/use-now';
import { useT } from '@/shared/i18n/language-context';
import { withBuyingMessages } from '@/shared/i18n/load-messages';
import { Badge } from '@/shared/ui/Badge';
import { Icon } from '@/shared/ui/Icon';
import { Ltr } from '@/shared/ui/Ltr';
import { Skeleton } from '@/shared/ui/Skeleton';
import { BranchList } from './BranchList';
import { ContentFrame } from './ContentFrame';
import { Paragraphs } from './Paragraphs';

const MINUTE = 60_000;
const ContactForm = lazy(() =>
  withBuyingMessages(import('./ContactForm')).then((module) => ({ default: module.ContactForm })),
);

/** Contact page: telephone, e-mail, contact form and branches. */
export function ContactPage({ content }: { content: Content }) {
  const t = useT();
  const { hotline, customer_service, email, hours } = useSuspenseQuery(companyQuery).data.data;
  const isOpen = isOpenAt(openingHours(hours), useNow(MINUTE));
  return (
    <ContentFrame slug="contact" title={content.title}>
      <Paragraphs paragraphs={content.paragraphs} />
      <ul className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(16rem,1fr))] gap-3">
        {hotline && (
          <ContactChannel icon={Phone} label={t('info.hotline')} href={telHref(hotline)}>
            <Ltr className="num">{hotline}</Ltr>
          </ContactChannel>
        )}
        {customer_service && (
          <ContactChannel
            icon={Phone}
            label={t('info.customerService')}
            href={telHref(customer_service)}
          >
            <Ltr className="num">{customer_service}</Ltr>
          </ContactChannel>
        )}
        {email && (
          <ContactChannel icon={Mail} label={t('contact.email')} href={`mailto:${email}`}>
            {email}
          </ContactChannel>
        )}
        <ContactChannel icon={Clock} label={t('contact.hours')}>
          <Ltr className="num">{hours.replace('-', '–')}</Ltr>{' '}
          <Badge kind={isOpen ? 'ok' : 'neutral'}>{t(isOpen ? 'info.open' : 'info.closed')}</Badge>
        </ContactChannel>
      </ul>
      <section className="max-w-170 pt-10">
        <h2 className="mb-4 text-lg lg:text-xl">{t('contact.write')}</h2>
        <Suspense fallback={<Skeleton className="h-130 rounded-lg" />}>
          <ContactForm />
        </Suspense>
      </section>
      <BranchList />
    </ContentFrame>
  );
}

type ContactChannelProps = { icon: LucideIcon; label: string; href?: string; children: ReactNode };

function ContactChannel({ icon, label, href, children }: ContactChannelProps) {
  return (
    <li className="relative flex items-center gap-4 rounded-lg p-4 inset-ring inset-ring-line has-[a:hover]:bg-surface-2">
      <span className="grid size-11 flex-none place-items-center rounded-md bg-action-soft-2 text-link">
        <Icon of={icon} />
      </span>
      <span className="min-w-0">
        <span className="block text-xs text-text-3">{label}</span>
        {href ? (
          <a
            href={href}
            className="font-semibold wrap-break-word text-link before:absolute before:inset-0 before:rounded-lg"
          >
            {children}
          </a>
        ) : (
          <span className="flex flex-wrap items-center gap-2 font-semibold">{children}</span>
        )}
      </span>
    </li>
  );
}
