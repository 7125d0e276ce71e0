import { useSuspenseQuery } from '@tanstack/react-query';
import { PromotionSection } from '@/features/promotion/PromotionSection';
import { endingFirst } from '@/features/promotion/promotion-order';
import { promotionsQuery } from '@/features/promotion/promotion-queries';
import { bannersQuery, categoriesQuery } from '@/shared/api/site-queries';
import { usePageTitle } from '@/shared/head/page-title';
import { shopName } from '@/shared/head/shop-name';
import { useT } from '@/shared/i18n/language-context';
import { BannerRail } from './BannerRail';
import { CategoryGrid } from './CategoryGrid';
import { Hero } from './Hero';
import { heroTiles } from './hero-tiles';
import { newestQuery, popularQuery, withoutProducts } from './home-queries';
import { MorePromotions } from './MorePromotions';
import { ProductSection } from './ProductSection';
import { SHOWN_IN_FULL } from './promotion-limit';
import { Services } from './Services';

export function HomePage() {
  const t = useT();
  const { hero } = useSuspenseQuery(bannersQuery).data.data;
  const { data: categories } = useSuspenseQuery(categoriesQuery).data;
  const { data: newest } = useSuspenseQuery(newestQuery).data;
  const { data: popular } = useSuspenseQuery(popularQuery).data;
  const promotions = endingFirst(useSuspenseQuery(promotionsQuery()).data.data);
  usePageTitle(shopName());

  return (
    <>
      <div className="wrap">
        <Hero title={hero?.title} text={hero?.text} tiles={heroTiles(hero, categories)} />
        <Services />
      </div>
      <CategoryGrid categories={categories} />
      {promotions.slice(0, 1).map((promotion) => (
        <PromotionSection key={promotion.promo_id} promotion={promotion} />
      ))}
      <ProductSection title={t('home.popular')} products={popular} sort="popular" />
      <BannerRail />
      {promotions.slice(1, SHOWN_IN_FULL).map((promotion) => (
        <PromotionSection key={promotion.promo_id} promotion={promotion} />
      ))}
      <ProductSection
        title={t('home.newest')}
        products={withoutProducts(newest, [
          ...popular,
          ...promotions.slice(0, SHOWN_IN_FULL).flatMap(({ products }) => products),
        ])}
        sort="newest"
      />
      <MorePromotions promotions={promotions.slice(SHOWN_IN_FULL)} />
    </>
  );
}
