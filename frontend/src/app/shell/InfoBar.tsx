import { useSuspenseQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { MapPin, Phone, Truck } from 'lucide-react';
import { FinderLink } from '@/domain/branches/FinderLink';
import { companyQuery } from '@/shared/api/site-queries';
import { formatNumber } from '@/shared/format/kip';
import { telHref } from '@/shared/format/tel-href';
import { useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { Ltr } from '@/shared/ui/Ltr';
import { LanguageMenu } from './LanguageMenu';
import { OpenStatus } from './OpenStatus';
import { preloadFinder } from './Overlays';
import { ThemeToggle } from './ThemeToggle';
import { WeatherSlot } from './WeatherSlot';

/**
 * Info bar: opening hours, weather, hotline, free delivery, branch finder, language and theme. On phones it appears on
 * the home page only; the menu panel has the same on every page. If the texts of a language are too long, free delivery is hidden
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
        <OpenStatus hours={company.hours} />
        <WeatherSlot />
        <PhoneNumber label={t('info.hotline')} number={company.hotline} />
        <PhoneNumber isSecond label={t('info.customerService')} number={company.customer_service} />
        {company.free_delivery_from !== null && (
          <span className="hide-on-overflow shrink-[1000000] max-lg:hidden!">
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

type PhoneNumberProps = { label: string; number: string; isSecond?: boolean };

/** One of the shop's telephone numbers, from 1024 px. */
function PhoneNumber({ label, number, isSecond = false }: PhoneNumberProps) {
  return (
    number && (
      <a
        href={telHref(number)}
        className="flex min-h-11 flex-none items-center gap-1.5 rounded-xs hover:text-link max-lg:hidden"
      >
        <Icon of={Phone} size="s" />
        <span className={isSecond ? 'sr-only' : 'max-xl:sr-only'}>{label}</span>
        <Ltr className="num">{number}</Ltr>
      </a>
    )
  );
}
