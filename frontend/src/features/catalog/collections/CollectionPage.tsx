import { useQuery } from '@tanstack/react-query';
import { getRouteApi, notFound } from '@tanstack/react-router';
import { ProductGrid } from '@/domain/product-card/ProductGrid';
import { ProductGridSkeleton } from '@/domain/product-card/ProductGridSkeleton';
import { ApiError } from '@/shared/api/client';
import type { CollectionPage as CollectionAnswer } from '@/shared/api/types';
import { usePageTitle } from '@/shared/head/page-title';
import { useT } from '@/shared/i18n/language-context';
import { Breadcrumbs } from '@/shared/ui/Breadcrumbs';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ErrorState } from '@/shared/ui/PageStates';
import { Skeleton } from '@/shared/ui/Skeleton';
import { collectionQuery } from '../catalog-queries';
import { usePages } from '../paging/use-pages';
import { SortMenu } from '../shop/SortMenu';
import { CollectionEmpty } from './CollectionEmpty';
import { CollectionPaging, PreviousPagesLink } from './CollectionPaging';
import { ownSort } from './selections';
import { useCollectionTitle } from './use-collection-title';

const route = getRouteApi('/by-{$name}');
const PRIORITY = 4;

/** Page of a collection or brand, in any sort order, which loads further pages while scrolling. */
export function CollectionPage() {
  const t = useT();
  const titleOf = useCollectionTitle();
  const navigate = route.useNavigate();
  const { name } = route.useParams();
  const { sort, page: first = 1 } = route.useSearch();
  const pages = usePages<CollectionAnswer>((page) => collectionQuery(name, { sort, page }), first);
  // The previous response provides the name while another sort order loads.
  const answer = useQuery(collectionQuery(name, { sort, page: first })).data;
  const collection = answer?.collection.name === name ? answer.collection : undefined;
  const title = titleOf(collection);
  usePageTitle(title);

  if (pages.error instanceof ApiError && pages.error.status === 404) throw notFound();
  if (pages.state === 'failed' && pages.products.length === 0) {
    return (
      <div className="wrap py-8">
        <ErrorState error={pages.error} onRetry={pages.retry} />
      </div>
    );
  }

  return (
    <div className="wrap pb-8 lg:pb-12">
      <Breadcrumbs
        trail={[{ label: t('page.collections'), link: { to: '/collections' } }]}
        current={title}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-4 lg:pb-6">
        <div className="min-w-0">
          <h1 className="text-xl lg:text-2xl">
            {collection ? (
              <LocalizedText>{title}</LocalizedText>
            ) : (
              <Skeleton className="my-1 h-8 w-48" />
            )}
          </h1>
          {collection && (
            <h2 className="num text-sm font-normal text-text-3">
              {t('product.count', { count: collection.product_count })}
            </h2>
          )}
        </div>
        <SortMenu
          own={ownSort(name)}
          sort={sort}
          onChange={(next) =>
            void navigate({
              search: next === ownSort(name) ? {} : { sort: next },
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      {pages.products.length > 0 && <PreviousPagesLink name={name} sort={sort} first={first} />}
      {pages.state === 'waiting' && <ProductGridSkeleton columns={4} />}
      <ProductGrid products={pages.products} columns={4} priorityCount={PRIORITY} />
      {pages.state === 'complete' && pages.products.length === 0 ? (
        <CollectionEmpty name={name} sort={sort} isPastEnd={first > 1} />
      ) : (
        pages.products.length > 0 && <CollectionPaging pages={pages} />
      )}
    </div>
  );
}
