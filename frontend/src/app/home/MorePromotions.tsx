import { PromotionCard } from '@/features/promotion/PromotionCard';
import type { Promotion } from '@/shared/api/types';
import { useT } from '@/shared/i18n/language-context';
import { Rail } from '@/shared/ui/Rail';
import { SectionHeading } from '@/shared/ui/SectionHeading';

/** Cards of the promotions that the page does not show with their products. */
export function MorePromotions({ promotions }: { promotions: Promotion[] }) {
  const t = useT();
  if (promotions.length === 0) return null;
  const title = t('home.morePromotions');
  return (
    <section className="wrap section-y pt-0!">
      <SectionHeading
        title={title}
        more={{ label: t('action.seeAll'), link: { to: '/promotions' } }}
      />
      <Rail
        label={title}
        itemClassName="flex-[0_0_86%] md:flex-[0_0_46%] lg:flex-[0_0_calc((100%-2*var(--grid-gap))/3)]"
        items={promotions.map((promotion) => ({
          key: promotion.promo_id,
          node: <PromotionCard promotion={promotion} />,
        }))}
      />
    </section>
  );
}
