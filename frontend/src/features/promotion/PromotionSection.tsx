import type { Promotion } from '@/shared/api/types';
import { useT } from '@/shared/i18n/language-context';
import { bothNames } from '@/shared/i18n/second-name';
import { SectionHeading } from '@/shared/ui/SectionHeading';
import { DaysLeft } from './DaysLeft';
import { PromotionRail } from './PromotionRail';

/** Section of a promotion with its first products, on the background color of discounts. */
export function PromotionSection({ promotion }: { promotion: Promotion }) {
  const t = useT();
  const title = bothNames(promotion.title_la, promotion.title_en);
  return (
    <div className="bg-deal-soft">
      <div className="wrap section-y">
        <SectionHeading
          title={title}
          note={t('promotion.note')}
          end={<DaysLeft ends={promotion.ends} />}
        />
        <PromotionRail promotion={promotion} label={title} />
      </div>
    </div>
  );
}
