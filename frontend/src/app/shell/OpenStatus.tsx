import { isOpenAt, openingHours, shopTime } from '@/shared/format/shop-clock';
import { useNow } from '@/shared/hooks/use-now';
import { useIsHydrating } from '@/shared/hydration/hydration-state';
import { useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';

const REFRESH_MS = 60_000;

/** Whether the shop is open now by its `hours` (`08:00-18:00`), and the time in Vientiane. */
export function OpenStatus({ hours }: { hours: string }) {
  const t = useT();
  const isNeutral = useIsHydrating();
  const now = useNow(REFRESH_MS);
  const { opens, closes } = openingHours(hours);
  const isOpen = isOpenAt({ opens, closes }, now);
  return (
    <span className="flex flex-none items-center gap-1.5">
      <span
        className={cx(
          'size-2 flex-none rounded-full',
          isOpen ? 'bg-dot-ok ring-3 ring-dot-ok/20' : 'bg-dot-none',
        )}
      />
      <b className="font-semibold">{t(isOpen ? 'info.open' : 'info.closed')}</b>
      <span className="max-lg:hidden">
        {isOpen ? t('info.openUntil', { time: closes }) : t('info.opensAt', { time: opens })}
      </span>
      <span className="ms-1 flex items-center gap-1.5 text-text-3">
        <span className="max-lg:sr-only">{t('info.vientianeTime')}</span>
        <time className={cx('num', isNeutral && 'invisible')}>{shopTime(now)}</time>
      </span>
    </span>
  );
}
