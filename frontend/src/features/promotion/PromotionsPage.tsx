import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { BadgePercent } from 'lucide-react';
import { usePageTitle } from '@/shared/head/page-title';
import { useT } from '@/shared/i18n/language-context';
import { bothNames } from '@/shared/i18n/second-name';
import { Breadcrumbs } from '@/shared/ui/Breadcrumbs';
import { buttonStyle } from '@/shared/ui/button-style';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { EmptyState } from '@/shared/ui/PageStates';
import { SectionHeading } from '@/shared/ui/SectionHeading';
import { PromotionBlock } from './PromotionBlock';
import { PromotionCard } from './PromotionCard';
import { endingFirst, runningByType } from './promotion-order';
import { promotionsQuery, promotionTypesQuery } from './promotion-queries';
import { TypeCard } from './TypeCard';
import { TypeChips } from './TypeChips';

const ENDING_SOON = 3;

/** Page `/promotion`: the types of promotions, and the promotions that end soon. */
export function PromotionTypesPage() {
  const t = useT();
  const { data: types } = useSuspenseQuery(promotionTypesQuery).data;
  const promotions = endingFirst(useSuspenseQuery(promotionsQuery()).data.data);
  usePageTitle(t('page.promotions'));
  return (
    <div className="wrap pb-8 lg:pb-12">
      <Breadcrumbs current={t('page.promotions')} />
      <h1 className="mb-4 text-xl lg:mb-6 lg:text-2xl">{t('page.promotions')}</h1>
      <ul className="grid gap-(--grid-gap) md:grid-cols-2 lg:grid-cols-3">
        {runningByType(types, promotions).map((type) => (
          <li key={type.promo_type_id}>
            <TypeCard type={type} />
          </li>
        ))}
      </ul>
      {promotions.length === 0 && <NoPromotions isOfType={false} />}
      {promotions.length > 0 && (
        <section className="pt-8 lg:pt-12">
          <SectionHeading
            title={t('promotion.endingSoon')}
            more={{ label: t('promotion.all'), link: { to: '/promotions' } }}
          />
          <ul className="grid gap-(--grid-gap) md:grid-cols-2 lg:grid-cols-3">
            {promotions.slice(0, ENDING_SOON).map((promotion) => (
              <li key={promotion.promo_id}>
                <PromotionCard promotion={promotion} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/**
 * Pages `/promotions`, with all active promotions, and `/promotion/{id}`, with the promotions of one
 * type.
 */
export function PromotionsPage() {
  const t = useT();
  const { typeId } = useParams({ strict: false });
  const promotions = endingFirst(useSuspenseQuery(promotionsQuery(typeId)).data.data);
  const { data: types } = useSuspenseQuery(promotionTypesQuery).data;
  const type = types.find(({ promo_type_id }) => String(promo_type_id) === typeId);
  const title = type
    ? bothNames(type.promo_type_name, type.promo_type_name_en)
    : t('promotion.all');
  usePageTitle(title);
  return (
    <div className="wrap pb-8 lg:pb-12">
      <Breadcrumbs
        trail={[{ label: t('page.promotions'), link: { to: '/promotion' } }]}
        current={title}
      />
      <h1 className="text-xl lg:text-2xl">
        <LocalizedText>{title}</LocalizedText>
      </h1>
      <p className="mb-2 text-sm text-text-3 lg:mb-3">
        <LocalizedText>{t('promotion.note')}</LocalizedText>
      </p>
      <TypeChips types={types} currentId={type?.promo_type_id} />
      {promotions.length === 0 && <NoPromotions isOfType={type !== undefined} />}
      <div className="grid gap-6 lg:gap-8">
        {promotions.map((promotion, index) => (
          <PromotionBlock key={promotion.promo_id} promotion={promotion} isFirst={index === 0} />
        ))}
      </div>
    </div>
  );
}

function NoPromotions({ isOfType }: { isOfType: boolean }) {
  const t = useT();
  return (
    <EmptyState
      icon={BadgePercent}
      tint="clay"
      title={t(isOfType ? 'promotion.noneOfType' : 'promotion.none')}
      text={t('promotion.noneText')}
      actions={
        <>
          <Link to="/shop" search={{ on_sale: true }} className={buttonStyle('primary')}>
            {t('promotion.onSale')}
          </Link>
          {isOfType && (
            <Link to="/promotions" className={buttonStyle('outline')}>
              {t('promotion.all')}
            </Link>
          )}
        </>
      }
    />
  );
}
