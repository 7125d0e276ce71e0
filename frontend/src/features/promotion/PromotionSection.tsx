import type { Promotion } from '@/shared/api/types';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import { SectionHeading } from '@/shared/ui/SectionHeading';
import { DaysLeft } from './DaysLeft';
import { PromotionRail } from './PromotionRail';

/** One promotion with its first products, on the ground that belongs to price cuts. */
export function PromotionSection({ promotion }: { promotion: Promotion }) {
  const t = useT();
  const { code } = useLanguage();
  const title = pickText(promotion.title_la, promotion.title_en, code);
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
