import { Link } from '@tanstack/react-router';
import type { Promotion } from '@/shared/api/types';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ResponsiveImage } from '@/shared/ui/ResponsiveImage';
import { SecondName } from '@/shared/ui/SecondName';
import { DaysLeft } from './DaysLeft';

/** Card of a promotion: banner, title and remaining time, with a link to its products. */
export function PromotionCard({ promotion }: { promotion: Promotion }) {
  const t = useT();
  const { code } = useLanguage();
  return (
    <Link to="/shop" search={{ promotion: promotion.promo_id }} className="group block rounded-lg">
      <div className="aspect-[3/1] overflow-hidden rounded-lg bg-tile">
        <ResponsiveImage
          path={promotion.banner}
          alt=""
          upTo={960}
          sizes="(width >= 64rem) 420px, (width >= 48rem) 46vw, 92vw"
          className="size-full object-cover transition-transform duration-(--t-slow) ease-out group-hover:scale-[1.02]"
        />
      </div>
      <h3 className="mt-2 line-clamp-2 text-md font-semibold group-hover:text-link">
        <LocalizedText>{pickText(promotion.title_la, promotion.title_en, code)}</LocalizedText>
      </h3>
      <SecondName la={promotion.title_la} en={promotion.title_en} />
      <p className="flex items-center justify-between gap-3 text-sm text-text-3">
        {t('product.count', { count: promotion.product_count })}
        <DaysLeft ends={promotion.ends} />
      </p>
    </Link>
  );
}
