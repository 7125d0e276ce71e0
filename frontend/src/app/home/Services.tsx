import { useSuspenseQuery } from '@tanstack/react-query';
import { Phone, ReceiptText, RotateCcw, Truck } from 'lucide-react';
import { usePageExists } from '@/domain/content/use-page-exists';
import { companyQuery } from '@/shared/api/site-queries';
import { formatNumber } from '@/shared/format/kip';
import { telHref } from '@/shared/format/tel-href';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { SiteLink } from '@/shared/ui/SiteLink';

/** Service promises. Free delivery and the hotline appear only if the company data has them. */
export function Services() {
  const t = useT();
  const { free_delivery_from, hotline } = useSuspenseQuery(companyQuery).data.data;
  const has = usePageExists();
  const help = has('/helpcenter') ? '/helpcenter' : '#';
  const services = [
    ...(free_delivery_from === null
      ? []
      : [
          {
            icon: Truck,
            text: t('info.freeDelivery', { amount: formatNumber(free_delivery_from) }),
            href: help,
          },
        ]),
    { icon: ReceiptText, text: t('service.vat'), href: has('/terms') ? '/terms' : '#' },
    { icon: RotateCcw, text: t('service.returns'), href: help },
    ...(hotline
      ? [
          {
            icon: Phone,
            text: t('service.call', { phone: hotline.replaceAll(' ', '\u00a0') }),
            href: telHref(hotline),
          },
        ]
      : []),
  ];
  return (
    <ul className="grid grid-cols-2 gap-3 py-5 lg:grid-cols-4 lg:gap-8 lg:pt-6 lg:pb-0">
      {services.map(({ icon, text, href }) => (
        <li key={text} className="text-xs leading-head font-medium lg:text-sm">
          <SiteLink href={href} className="flex min-h-11 items-center gap-2.5 rounded-sm">
            <Icon of={icon} size="l" className="text-action" />
            <span>
              <LocalizedText>{text}</LocalizedText>
            </span>
          </SiteLink>
        </li>
      ))}
    </ul>
  );
}
