import { useQuery } from '@tanstack/react-query';
import { categoriesQuery } from '@/shared/api/site-queries';
import type { Category, Group } from '@/shared/api/types';
import { formatNumber } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import { bothNames } from '@/shared/i18n/second-name';
import type { Crumb } from '@/shared/ui/Breadcrumbs';
import { groupsQuery, runningPromotionsQuery } from '../catalog-queries';
import type { Filter } from './list-filters';
import { type ProductListParams, searchTextOf } from './product-list-params';

export type ListNames = {
  title: string;
  breadcrumbs: Crumb[];
  filter: (filter: Filter) => string;
  /** Amounts in the name of the price filter; their decimals are small (`SmallDecimals`). */
  amounts: string[];
};

/** A price with two decimals, like those on the cards of the list. */
const amountText = (price: number | undefined) =>
  price === undefined ? '' : formatNumber(price, 2);

/** Names of the list in the address: heading, breadcrumbs and filters. */
export function useListNames(search: ProductListParams): ListNames {
  const t = useT();
  const categories = useQuery(categoriesQuery).data?.data;
  const groups = useQuery({
    ...groupsQuery(search.category),
    enabled: search.category !== undefined || search.group !== undefined,
  }).data?.data;
  const promotions = useQuery({
    ...runningPromotionsQuery,
    enabled: search.promotion !== undefined,
  }).data?.data;

  const nameOfGroup = (group: Group) => bothNames(group.prog_name_la, group.prog_name_en);
  const nameOfCategory = (category: Category) =>
    bothNames(category.cat_name_la, category.cat_name_en);

  const group = groups?.find(({ prog_id }) => prog_id === search.group);
  const category = categories?.find(({ cat_id }) => cat_id === (search.category ?? group?.cat_id));
  const promotion = promotions?.find(({ promo_id }) => promo_id === search.promotion);
  const price = { min: amountText(search.min_price), max: amountText(search.max_price) };

  const names: Record<Filter, string> = {
    category: category ? nameOfCategory(category) : t('shop.category'),
    group: group ? nameOfGroup(group) : t('shop.group'),
    promotion: promotion ? bothNames(promotion.title_la, promotion.title_en) : t('page.promotions'),
    brand: search.brand ?? '',
    price: price.min
      ? price.max
        ? t('shop.priceBetween', price)
        : t('shop.priceFrom', { min: price.min })
      : t('shop.priceTo', { max: price.max }),
    in_stock: t('stock.in'),
    on_sale: t('shop.onSale'),
  };

  const forFilters = {
    filter: (filter: Filter) => names[filter],
    amounts: [price.min, price.max].filter((amount) => amount !== ''),
  };

  const text = searchTextOf(search);
  if (text) {
    const breadcrumbs = [{ label: t('nav.allProducts'), link: { to: '/shop' } }] satisfies Crumb[];
    return { title: t('search.results', { text }), breadcrumbs, ...forFilters };
  }
  const title =
    (group && names.group) ??
    (category && names.category) ??
    (promotion && names.promotion) ??
    search.brand ??
    t('nav.allProducts');
  const breadcrumbs: Crumb[] =
    group && category
      ? [{ label: names.category, link: { to: '/shop', search: { category: category.cat_id } } }]
      : [];
  return { title, breadcrumbs, ...forFilters };
}
