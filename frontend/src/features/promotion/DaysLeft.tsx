import { Clock } from 'lucide-react';
import { daysLeft } from '@/shared/format/shop-clock';
import { useNow } from '@/shared/hooks/use-now';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';

const HOUR = 3_600_000;

/**
 * Remaining days of a promotion, in Vientiane; nothing for a promotion without an end. A page that stays open past the
 * last day says that it is over.
 */
export function DaysLeft({ ends }: { ends: string }) {
  const t = useT();
  const days = daysLeft(ends, useNow(HOUR));
  if (ends === '') return null;
  if (days < 1) return <span className="text-sm text-text-3">{t('promotion.ended')}</span>;
  return (
    <span className="inline-flex flex-none items-center gap-1.5 text-sm font-semibold whitespace-nowrap text-on-deal-soft">
      <Icon of={Clock} size="s" />
      {days === 1 ? t('promotion.lastDay') : t('promotion.daysLeft', { days })}
    </span>
  );
}
