import { useSuspenseQuery } from '@tanstack/react-query';
import { MapPin, Truck } from 'lucide-react';
import { FinderLink } from '@/domain/branches/FinderLink';
import { companyQuery } from '@/shared/api/site-queries';
import { formatNumber } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import { buttonStyle } from '@/shared/ui/button-style';
import { Icon } from '@/shared/ui/Icon';
import { OpenStatus } from './OpenStatus';
import { preloadFinder } from './Overlays';
import { WeatherSlot } from './WeatherSlot';

/** Shop information of the mobile panel: open or closed, local time, weather, free delivery, branch finder. */
export function PanelInfo({ onFollow }: { onFollow: () => void }) {
  const t = useT();
  const { free_delivery_from, hours } = useSuspenseQuery(companyQuery).data.data;
  return (
    <section
      aria-label={t('info.label')}
      className="mt-4 rounded-lg px-3 pb-3 text-sm inset-ring inset-ring-line"
    >
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <OpenStatus hours={hours} />
        <WeatherSlot />
      </div>
      {free_delivery_from !== null && (
        <p className="mb-2 flex items-center gap-1.5 text-text-2">
          <Icon of={Truck} size="s" />
          {t('info.freeDelivery', { amount: formatNumber(free_delivery_from) })}
        </p>
      )}
      <FinderLink
        onHint={preloadFinder}
        onFollow={onFollow}
        className={buttonStyle('outline', 'm', 'w-full')}
      >
        <Icon of={MapPin} />
        {t('info.findStore')}
      </FinderLink>
    </section>
  );
}
