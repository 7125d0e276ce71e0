import { getRouteApi, useLocation } from '@tanstack/react-router';
import { lazy, useCallback, useState } from 'react';
import { findSimilarResults } from '@/domain/image-search/similar-results';
import { usePageTitle } from '@/shared/head/page-title';
import { useT } from '@/shared/i18n/language-context';
import { withMessages } from '@/shared/i18n/load-messages';
import { Breadcrumbs } from '@/shared/ui/Breadcrumbs';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { CorrectedNote } from './CorrectedNote';
import { Facets } from './Facets';
import { GroupChips } from './GroupChips';
import { activeFilters } from './list-filters';
import { pageRange } from './list-paging';
import {
  type ProductListParams,
  parseProductListParams,
  searchTextOf,
} from './product-list-params';
import { ShopBar } from './ShopBar';
import { ShopResults } from './ShopResults';
import { useFacets } from './use-facets';
import { useListNames } from './use-list-names';
import { useProductPages } from './use-product-pages';
import { useRecordSearchClick } from './use-record-search-click';
import { useRedirectToGroupCategory } from './use-redirect-to-group-category';
import { SHOP_TITLE_ID, useShopNavigate } from './use-shop-navigate';

const route = getRouteApi('/shop');

const SimilarProducts = lazy(() =>
  withMessages('imageSearch', import('./SimilarProducts')).then((module) => ({
    default: module.SimilarProducts,
  })),
);

export function ShopPage() {
  // Unknown parameters such as `utm_source` are left out, so that the links of this page do not repeat
  // them.
  const search = route.useSearch({ select: parseProductListParams, structuralSharing: true });
  const similar = findSimilarResults(useLocation({ select: ({ state }) => state.similar }));
  if (similar) return <SimilarProducts key={similar.key} found={similar} />;
  // A new search text is another list, so the previous products are not shown meanwhile.
  return <Shop key={searchTextOf(search)} search={search} />;
}

function Shop({ search }: { search: ProductListParams }) {
  const t = useT();
  const openedFrom = useLocation({ select: ({ state }) => state.openedFrom });
  const range = pageRange(search.page, openedFrom);
  const pages = useProductPages(search, range);
  const facets = useFacets(search, pages);
  const names = useListNames(search);
  useRedirectToGroupCategory(search);
  const change = useShopNavigate();
  const [focusAt, setFocusAt] = useState<number | null>(null);
  const forgetFocus = useCallback(() => setFocusAt(null), []);
  const text = searchTextOf(search);
  // Without products there is nothing to filter or to sort.
  const isNothing =
    text !== undefined &&
    !pages.isPending &&
    pages.total === 0 &&
    activeFilters(search).length === 0;
  useRecordSearchClick(text);
  usePageTitle(names.title, { isHidden: text !== undefined });

  return (
    <div className="wrap pb-8">
      <Breadcrumbs trail={names.breadcrumbs} current={names.title} />
      <div className={isNothing ? undefined : 'gap-8 lg:grid lg:grid-cols-[248px_minmax(0,1fr)]'}>
        <aside aria-label={t('shop.filters')} className="max-lg:hidden" hidden={isNothing}>
          <h2 className="pb-1.5 text-lg">{t('shop.filters')}</h2>
          {/* The counts of a search come with its hits. */}
          {(!text || facets) && <Facets search={search} facets={facets} onChange={change} />}
        </aside>
        <div>
          <div className="flex items-baseline justify-between gap-4">
            <h1
              id={SHOP_TITLE_ID}
              tabIndex={-1}
              className="min-w-0 scroll-mt-[calc(var(--header-h)+0.5rem)] text-xl outline-0 lg:text-2xl"
            >
              <LocalizedText>{names.title}</LocalizedText>
            </h1>
            {!pages.isPending && !pages.error && (
              <h2 className="num flex-none text-sm font-normal text-text-3">
                {t('product.count', { count: pages.total })}
              </h2>
            )}
          </div>
          {text && pages.corrected && <CorrectedNote text={text} corrected={pages.corrected} />}
          {!text && <GroupChips search={search} />}
          {!isNothing && <ShopBar search={search} names={names} onChange={change} />}
          <ShopResults
            search={search}
            range={range}
            pages={pages}
            names={names}
            onChange={change}
            focusAt={focusAt}
            onFocused={forgetFocus}
            onMore={setFocusAt}
          />
        </div>
      </div>
    </div>
  );
}
