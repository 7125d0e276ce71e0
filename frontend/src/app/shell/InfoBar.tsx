import { useSuspenseQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { MapPin, Phone, Truck } from 'lucide-react';
import { FinderLink } from '@/features/branches/FinderLink';
import { companyQuery } from '@/shared/api/site-queries';
import { formatNumber } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { LanguageMenu } from './LanguageMenu';
import { OpenStatus } from './OpenStatus';
import { preloadFinder } from './Overlays';
import { ThemeToggle } from './ThemeToggle';
import { WeatherSlot } from './WeatherSlot';

/**
 * Info bar: opening hours, weather, hotline, free delivery, branch finder, language and theme. On phones it appears on
 * the home page only, without what the menu panel has. If the texts of a language are too long, free delivery is hidden
 * first, then the weather; the language menu and the theme toggle always stay.
 */
export function InfoBar() {
  const t = useT();
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/' });
  const company = useSuspenseQuery(companyQuery).data.data;
  return (
    <aside
      aria-label={t('info.label')}
      className={cx('bg-sunken text-xs text-text-2', !isHome && 'max-lg:hidden')}
    >
      <div className="wrap flex min-h-11 items-center gap-3.5 whitespace-nowrap lg:gap-5">
        <OpenStatus />
        <WeatherSlot />
        {company.hotline && (
          <a
            href={`tel:${company.hotline.replace(/\s/g, '')}`}
            className="flex min-h-11 flex-none items-center gap-1.5 rounded-xs hover:text-link max-lg:hidden"
          >
            <Icon of={Phone} size="s" />
            <span className="max-xl:sr-only">{t('info.hotline')}</span>
            <bdi dir="ltr" className="num">
              {company.hotline}
            </bdi>
          </a>
        )}
        {company.free_delivery_from !== null && (
          <span className="gives-way shrink-[1000000] max-lg:hidden!">
            <span>
              <Icon of={Truck} size="s" />
              {t('info.freeDelivery', { amount: formatNumber(company.free_delivery_from) })}
            </span>
          </span>
        )}
        <FinderLink
          onHint={preloadFinder}
          className="ms-auto flex min-h-11 flex-none items-center gap-1.5 rounded-xs font-semibold hover:text-link"
        >
          <Icon of={MapPin} size="s" />
          {t('info.findStore')}
        </FinderLink>
        <div className="-me-2 flex flex-none items-center max-lg:hidden">
          <LanguageMenu />
          <ThemeToggle />
        </div>
      </div>
    </aside>
  );
}
