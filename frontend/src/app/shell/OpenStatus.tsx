import { CLOSES, OPENS, shopClock } from '@/shared/format/shop-clock';
import { useNow } from '@/shared/hooks/use-now';
import { useIsHydrating } from '@/shared/hydration/hydration-state';
import { useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';

const REFRESH_MS = 60_000;

/** Whether the shop is open now, and the time in Vientiane. */
export function OpenStatus() {
  const t = useT();
  const isNeutral = useIsHydrating();
  const { time, isOpen } = shopClock(useNow(REFRESH_MS));
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
        {isOpen
          ? t('info.openUntil', { time: `${CLOSES}:00` })
          : t('info.opensAt', { time: `${OPENS}:00` })}
      </span>
      <span className="ms-1 flex items-center gap-1.5 text-text-3">
        <span className="max-lg:sr-only">{t('info.vientianeTime')}</span>
        <time className={cx('num', isNeutral && 'invisible')}>{time}</time>
      </span>
    </span>
  );
}
