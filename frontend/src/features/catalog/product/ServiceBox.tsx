import { useQuery } from '@tanstack/react-query';
import { Clock, type LucideIcon, Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import { companyQuery } from '@/shared/api/site-queries';
import { formatKip, formatNumber } from '@/shared/format/kip';
import { openingHours } from '@/shared/format/shop-clock';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { missingForFreeDelivery } from './product-rules';

/** What the shop promises around a purchase, as far as its own data say. `total` is null when nothing can be bought. */
export function ServiceBox({ total }: { total: number | null }) {
  const t = useT();
  const company = useQuery(companyQuery).data?.data;
  if (!company) return null;
  const freeFrom = company.free_delivery_from;
  const missing = missingForFreeDelivery(total ?? 0, freeFrom);
  return (
    <ul className="grid gap-3 rounded-lg bg-surface p-4 inset-ring inset-ring-line">
      {missing !== null && (
        <Service
          icon={Truck}
          title={t('info.freeDelivery', { amount: formatNumber(freeFrom ?? 0) })}
        >
          {total !== null &&
            (missing === 0
              ? t('product.deliveryFree')
              : t('product.deliveryMissing', { amount: formatKip(missing, 0) }))}
        </Service>
      )}
      <Service icon={Clock} title={t('product.staff')}>
        {t('footer.hours', openingHours(company.hours))}
      </Service>
    </ul>
  );
}

type ServiceProps = { icon: LucideIcon; title: string; children: ReactNode };

function Service({ icon, title, children }: ServiceProps) {
  return (
    <li className="flex items-start gap-2 text-sm">
      <Icon of={icon} className="mt-0.5" />
      <div>
        <p className="font-semibold">
          <LocalizedText>{title}</LocalizedText>
        </p>
        {children && <p className="text-text-3">{children}</p>}
      </div>
    </li>
  );
}
