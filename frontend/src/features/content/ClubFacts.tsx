import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { companyQuery } from '@/shared/api/site-queries';
import { formatNumber } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import { withBuyingMessages } from '@/shared/i18n/load-messages';
import { LocalizedText } from '@/shared/ui/LocalizedText';

const ClubPoints = lazy(() =>
  withBuyingMessages(import('./ClubPoints')).then((module) => ({ default: module.ClubPoints })),
);

/** Rules by which club points are earned, and the customer's balance. */
export function ClubFacts() {
  const t = useT();
  const { points_per_kip } = useSuspenseQuery(companyQuery).data.data;
  return (
    <div className="mb-6 max-w-170 rounded-xl bg-ink p-5 text-on-ink lg:p-6">
      <p className="grid grid-cols-[auto_1fr] items-center gap-x-5">
        <span className="num text-3xl font-bold lg:text-4xl">1</span>
        <span className="text-sm text-on-ink-2 lg:text-md">
          <LocalizedText>{t('club.text', { amount: formatNumber(points_per_kip) })}</LocalizedText>
        </span>
      </p>
      {/* The minimum height is that of the points, which wrap to three lines on phones, so that the layout
          does not move when they arrive. */}
      <div className="mt-4 min-h-28 border-t border-on-ink-2/30 pt-3 split:min-h-14">
        <Suspense>
          <ClubPoints />
        </Suspense>
      </div>
    </div>
  );
}
