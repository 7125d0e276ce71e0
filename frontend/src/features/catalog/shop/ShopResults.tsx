import { isUnsearchableText } from '@/domain/search/search-queries';
import { useT } from '@/shared/i18n/language-context';
import { ErrorState } from '@/shared/ui/PageStates';
import { PAGE_SIZE } from '../catalog-queries';
import { activeFilters } from './list-filters';
import { type PageRange, pagesOf, shownUntil } from './list-paging';
import { type ProductListParams, searchTextOf } from './product-list-params';
import { NoSearchResults, SearchUnavailable } from './SearchStates';
import { ShopEmpty } from './ShopEmpty';
import { ShopList } from './ShopList';
import { PreviousPagesLink, ShopPaging } from './ShopPaging';
import type { ListNames } from './use-list-names';
import type { ProductPages } from './use-product-pages';

type ShopResultsProps = {
  search: ProductListParams;
  range: PageRange;
  pages: ProductPages;
  names: ListNames;
  onChange: (search: ProductListParams) => void;
  focusAt: number | null;
  onFocused: () => void;
  onMore: (focusAt: number | null) => void;
};

const FIRST_SCREEN = 8;

/** The list in each of its states, and a status text for screen readers. */
export function ShopResults(props: ShopResultsProps) {
  const { search, range, pages, names, onChange, focusAt, onFocused, onMore } = props;
  const t = useT();
  const text = searchTextOf(search);
  const shown = shownUntil(range, pages.total);
  const isSettled = !pages.isPending && !pages.error && !pages.isFormer && !pages.isLoadingMore;
  return (
    <section aria-labelledby="shop-title" className="pt-2">
      <p role="status" className="sr-only">
        {isSettled &&
          (pages.total === 0
            ? t('shop.empty')
            : pages.products.length === 0
              ? t('shop.pastEnd')
              : t('shop.shown', { shown, total: pages.total }))}
      </p>
      {pages.error ? (
        <Failed search={search} pages={pages} />
      ) : pages.isPending ? (
        <div role="status" aria-label={t('state.loading')}>
          <ShopList
            products={[]}
            isList={search.view === 'list'}
            isFormer={false}
            coming={range.first === range.last ? FIRST_SCREEN : fullCount(range)}
            focusAt={null}
            onFocused={onFocused}
          />
        </div>
      ) : text && pages.total === 0 && activeFilters(search).length === 0 ? (
        <NoSearchResults text={text} />
      ) : pages.products.length === 0 ? (
        <ShopEmpty search={search} total={pages.total} names={names} onChange={onChange} />
      ) : (
        <>
          <PreviousPagesLink search={search} range={range} />
          <ShopList
            products={pages.products}
            isList={search.view === 'list'}
            isFormer={pages.isFormer}
            coming={pages.isLoadingMore ? comingCount(range, pages) : 0}
            focusAt={focusAt}
            onFocused={onFocused}
          />
          {!pages.isFormer && (
            <ShopPaging
              search={search}
              range={range}
              pages={pages}
              onMore={(isByKeyboard) => {
                const isLastPage = pages.total <= (range.last + 1) * PAGE_SIZE;
                onMore(isByKeyboard || isLastPage ? pages.products.length : null);
              }}
            />
          )}
        </>
      )}
    </section>
  );
}

function Failed({ search, pages }: Pick<ShopResultsProps, 'search' | 'pages'>) {
  const text = searchTextOf(search);
  if (text && isUnsearchableText(pages.error)) return <NoSearchResults text={text} />;
  const Failure = text ? SearchUnavailable : ErrorState;
  return <Failure error={pages.error} onRetry={pages.retry} />;
}

/**
 * Number of places in the loaded pages. A list keeps all of them while it reloads, so that the scroll position stays.
 */
const fullCount = (range: PageRange) => pagesOf(range).length * PAGE_SIZE;

/** Number of products in the loaded pages that have not arrived yet. */
function comingCount(range: PageRange, { products, total }: ProductPages): number {
  const before = (range.first - 1) * PAGE_SIZE;
  const expected = Math.min(fullCount(range), Math.max(0, total - before));
  return Math.max(0, expected - products.length);
}
