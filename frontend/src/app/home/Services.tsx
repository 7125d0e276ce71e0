import { useSuspenseQuery } from '@tanstack/react-query';
import { Phone, ReceiptText, RotateCcw, Truck } from 'lucide-react';
import { companyQuery } from '@/shared/api/site-queries';
import { formatNumber } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';

/** Service promises. Free delivery and the hotline appear only if the company data has them. */
export function Services() {
  const t = useT();
  const { free_delivery_from, hotline } = useSuspenseQuery(companyQuery).data.data;
  const services = [
    ...(free_delivery_from === null
      ? []
      : [
          {
            icon: Truck,
            text: t('info.freeDelivery', { amount: formatNumber(free_delivery_from) }),
          },
        ]),
    { icon: ReceiptText, text: t('service.vat') },
    { icon: RotateCcw, text: t('service.returns') },
    ...(hotline
      ? [{ icon: Phone, text: t('service.call', { phone: hotline.replaceAll(' ', '\u00a0') }) }]
      : []),
  ];
  return (
    <ul className="grid grid-cols-2 gap-3 py-5 lg:grid-cols-4 lg:gap-8 lg:pt-6 lg:pb-0">
      {services.map(({ icon, text }) => (
        <li
          key={text}
          className="flex items-center gap-2.5 text-xs leading-head font-medium lg:text-sm"
        >
          <Icon of={icon} size="l" className="text-action" />
          <span>
            <LocalizedText>{text}</LocalizedText>
          </span>
        </li>
      ))}
    </ul>
  );
}
