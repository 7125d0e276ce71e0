import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  CalendarClock,
  Clock,
  type LucideIcon,
  RotateCcw,
  ShieldCheck,
  Store,
  Truck,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { FinderLink } from '@/domain/branches/FinderLink';
import { useCart } from '@/domain/cart/use-cart';
import { usePageExists } from '@/domain/content/use-page-exists';
import { companyQuery } from '@/shared/api/site-queries';
import type { Company, ProductDetail } from '@/shared/api/types';
import { formatKip, formatNumber } from '@/shared/format/kip';
import { openingHours } from '@/shared/format/shop-clock';
import { useLocal, useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { missingForFreeDelivery } from './product-rules';

type ServiceBoxProps = {
  /** Total of the selection; null if the product cannot be bought. */
  total: number | null;
  attributes: ProductDetail['attributes'];
};

/** Underlined, because the links stand within text and differ from it by their color only. */
const LINK = 'rounded-xs text-link underline';

/**
 * Services around a purchase: delivery, pick-up, returns, warranty and advice, as far as the company data and the
 * product's attributes have them.
 */
export function ServiceBox({ total, attributes }: ServiceBoxProps) {
  const t = useT();
  const has = usePageExists();
  const company = useQuery(companyQuery).data?.data;
  const { cart } = useCart();
  if (!company) return null;
  const freeFrom = company.free_delivery_from;
  // The selection would be added to the cart, which may have the product already.
  const missing = missingForFreeDelivery(cart.total + (total ?? 0), freeFrom);
  const warrantyMonths = Number(attributes.warranty_months ?? 0);
  return (
    <ul className="grid gap-3 rounded-lg bg-surface p-4 inset-ring inset-ring-line">
      {missing !== null && (
        <Service
          icon={Truck}
          title={t('info.freeDelivery', { amount: formatNumber(freeFrom ?? 0) })}
        >
          {total !== null &&
            (missing === 0
              ? t(
                  missingForFreeDelivery(total, freeFrom) === 0
                    ? 'product.deliveryFree'
                    : 'product.deliveryFreeWithCart',
                )
              : t('product.deliveryMissing', { amount: formatKip(missing, 0) }))}
        </Service>
      )}
      {company.delivery_times.length > 0 && (
        <Service icon={CalendarClock} title={t('purchase.deliveryTime')}>
          <DeliveryTimes times={company.delivery_times} />
        </Service>
      )}
      <Service icon={Store} title={t('purchase.pickup')}>
        {t('purchase.pickupNote')} <FinderLink className={LINK}>{t('info.findStore')}</FinderLink>
      </Service>
      {company.return_days !== null && (
        <Service icon={RotateCcw} title={t('purchase.returnDays', { days: company.return_days })}>
          {t('purchase.returnNote')}
          {has('/helpcenter') && (
            <>
              {' '}
              <Link to="/helpcenter" className={LINK}>
                {t('action.seeMore')}
              </Link>
            </>
          )}
        </Service>
      )}
      {warrantyMonths > 0 && (
        <Service icon={ShieldCheck} title={t('spec.warranty')}>
          {t('spec.months', { count: warrantyMonths })}
        </Service>
      )}
      <Service icon={Clock} title={t('product.staff')}>
        {t('footer.hours', openingHours(company.hours))}
      </Service>
    </ul>
  );
}

function DeliveryTimes({ times }: { times: Company['delivery_times'] }) {
  const t = useT();
  const local = useLocal();
  return times.map(({ area, min_days, max_days }) => {
    const days = min_days === max_days ? max_days : `${min_days}–${max_days}`;
    return (
      <span key={local(area)} className="block">
        <LocalizedText>{t('purchase.deliveryDays', { area: local(area), days })}</LocalizedText>
      </span>
    );
  });
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
