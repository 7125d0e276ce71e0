import { Link } from '@tanstack/react-router';
import type { Promotion } from '@/shared/api/types';
import { formatDay } from '@/shared/format/shop-clock';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import { buttonStyle } from '@/shared/ui/button-style';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ResponsiveImage } from '@/shared/ui/ResponsiveImage';
import { SecondName } from '@/shared/ui/SecondName';
import { DaysLeft } from './DaysLeft';
import { PromotionRail } from './PromotionRail';

type PromotionBlockProps = { promotion: Promotion; isFirst: boolean };

/** A promotion with banner, title, last day, its first products, and a link to all of them. */
export function PromotionBlock({ promotion, isFirst }: PromotionBlockProps) {
  const t = useT();
  const { code } = useLanguage();
  const title = pickText(promotion.title_la, promotion.title_en, code);
  return (
    <article className="overflow-hidden rounded-xl bg-deal-soft p-(--gutter)">
      <div className="grid gap-4 pb-5 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:items-center lg:gap-8 lg:pb-8">
        <div className="aspect-[3/1] overflow-hidden rounded-lg bg-tile">
          <ResponsiveImage
            path={promotion.banner}
            alt=""
            upTo={1280}
            isPriority={isFirst}
            sizes="(width >= 64rem) 720px, 92vw"
            className="size-full object-cover"
          />
        </div>
        <div className="grid justify-items-start gap-x-4 gap-y-1">
          <DaysLeft ends={promotion.ends} />
          <h2 className="text-lg lg:text-xl">
            <LocalizedText>{title}</LocalizedText>
            <SecondName la={promotion.title_la} en={promotion.title_en} />
          </h2>
          {promotion.ends !== '' && (
            <p className="text-sm text-text-2">
              {t('promotion.until', { date: formatDay(promotion.ends, code) })}
            </p>
          )}
          <Link
            to="/shop"
            search={{ promotion: promotion.promo_id }}
            className={buttonStyle('soft', 'm', 'mt-3 max-md:w-full')}
          >
            {t('promotion.viewAll', { count: promotion.product_count })}
          </Link>
        </div>
      </div>
      <PromotionRail promotion={promotion} label={title} />
    </article>
  );
}
