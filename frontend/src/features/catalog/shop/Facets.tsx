import { useQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { categoriesQuery } from '@/shared/api/site-queries';
import type { Facets as Counts } from '@/shared/api/types';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { bothNames } from '@/shared/i18n/second-name';
import { Icon } from '@/shared/ui/Icon';
import { groupsQuery } from '../catalog-queries';
import { BrandFacet } from './BrandFacet';
import { CheckRow } from './CheckRow';
import { Facet } from './Facet';
import { rankedByCount } from './facet-counts';
import { withFilters } from './list-filters';
import { PriceRange } from './PriceRange';
import { type ProductListParams, searchTextOf } from './product-list-params';

type FacetsProps = {
  search: ProductListParams;
  /** Number of products for each choice. */
  facets?: Counts | undefined;
  onChange: (search: ProductListParams) => void;
};

/** All filters. Beside the list a change applies at once; in the phone's sheet it waits for the button. */
export function Facets({ search, facets, onChange }: FacetsProps) {
  const t = useT();
  const change = (part: Partial<ProductListParams>) => onChange(withFilters(search, part));
  const isRanked = searchTextOf(search) !== undefined;
  return (
    <>
      {search.category === undefined ? (
        <CategoryFacet facets={facets} isRanked={isRanked} onChange={change} />
      ) : (
        <GroupFacet
          category={search.category}
          group={search.group}
          facets={facets}
          isRanked={isRanked}
          onChange={change}
        />
      )}
      <Facet title={t('shop.price')}>
        <PriceRange
          min_price={search.min_price}
          max_price={search.max_price}
          span={facets?.price}
          onChange={(bounds) => change(bounds)}
        />
      </Facet>
      {facets && <BrandFacet brand={search.brand} facets={facets} onChange={change} />}
      <Facet title={t('shop.availability')}>
        <CheckRow
          label={t('stock.in')}
          count={facets?.in_stock}
          isChecked={search.in_stock ?? false}
          onChange={(isChecked) => change({ in_stock: isChecked || undefined })}
        />
        <CheckRow
          label={t('shop.onSale')}
          count={facets?.on_sale}
          isChecked={search.on_sale ?? false}
          onChange={(isChecked) => change({ on_sale: isChecked || undefined })}
        />
      </Facet>
    </>
  );
}

type Change = (part: Partial<ProductListParams>) => void;

type CategoryFacetProps = { facets: Counts | undefined; isRanked: boolean; onChange: Change };

function CategoryFacet({ facets, isRanked, onChange }: CategoryFacetProps) {
  const t = useT();
  const _language = useLanguage();
  const categories = rankedByCount(
    useQuery(categoriesQuery).data?.data ?? [],
    ({ cat_id }) => facets?.categories.find((one) => one.cat_id === cat_id)?.count,
    facets,
    { isRanked },
  );
  if (categories.length === 0) return null;
  return (
    <Facet title={t('shop.category')}>
      {categories.map(({ cat_id, cat_name_la, cat_name_en, product_count }) => (
        <CheckRow
          key={cat_id}
          label={bothNames(cat_name_la, cat_name_en)}
          count={product_count}
          isChecked={false}
          onChange={() => onChange({ category: cat_id })}
        />
      ))}
    </Facet>
  );
}

type GroupFacetProps = {
  category: number;
  group: number | undefined;
  facets: Counts | undefined;
  isRanked: boolean;
  onChange: Change;
};

function GroupFacet({ category, group, facets, isRanked, onChange }: GroupFacetProps) {
  const t = useT();
  const _language = useLanguage();
  const groups = rankedByCount(
    useQuery(groupsQuery(category)).data?.data ?? [],
    ({ prog_id }) =>
      facets?.groups.find((one) => one.prog_id === prog_id)?.count ??
      (prog_id === group ? 0 : undefined),
    facets,
    { isRanked },
  );
  return (
    <Facet title={t('shop.group')}>
      <button
        type="button"
        onClick={() => onChange({ category: undefined, group: undefined })}
        className="-ms-1 flex min-h-(--tap) items-center gap-1 rounded-sm text-sm font-semibold text-link hover:underline hover:underline-offset-4"
      >
        <Icon of={ChevronLeft} size="s" className="flip" />
        {t('shop.allCategories')}
      </button>
      {groups.map(({ prog_id, prog_name_la, prog_name_en, product_count }) => (
        <CheckRow
          key={prog_id}
          label={bothNames(prog_name_la, prog_name_en)}
          count={product_count}
          isChecked={prog_id === group}
          onChange={(isChecked) => onChange({ group: isChecked ? prog_id : undefined })}
        />
      ))}
    </Facet>
  );
}
