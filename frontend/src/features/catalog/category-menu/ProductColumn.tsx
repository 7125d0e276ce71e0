import { Link } from '@tanstack/react-router';
import { ChevronRight, LoaderCircle } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Category, Group } from '@/shared/api/types';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { CategoryMenuFooter } from './CategoryMenuFooter';
import { CategoryMenuProduct } from './CategoryMenuProduct';
import { ColumnError, NoData, ProductsSkeleton, productGrid } from './CategoryMenuStates';
import { isNearBottom } from './near-bottom';
import type { CategoryLists } from './use-category-lists';

type ProductColumnProps = {
  category: Category;
  group: Group;
  products: CategoryLists['products'];
  query: string;
};

/** Products of a group. The next page loads near the end of the column, until a page is empty. */
export function ProductColumn({ category, group, products, query }: ProductColumnProps) {
  const t = useT();
  const { code } = useLanguage();
  const scroller = useRef<HTMLDivElement>(null);
  const { found, pages } = products;
  const name = pickText(group.prog_name_la, group.prog_name_en, code);

  const loadNearBottom = useEffectEvent(() => {
    if (scroller.current && isNearBottom(scroller.current)) pages.loadMore();
  });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(loadNearBottom);
    observer.observe(element);
    element.addEventListener('scroll', loadNearBottom, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', loadNearBottom);
    };
  }, []);
  // The new page may still not fill the column.
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked again whenever the column holds something else
  useEffect(() => loadNearBottom(), [pages.products.length, pages.state, found.length]);

  return (
    <>
      <div
        ref={scroller}
        className="@container min-h-0 flex-1 overflow-auto overscroll-contain px-5 py-4"
      >
        {pages.state === 'waiting' && <ProductsSkeleton />}
        <ul aria-label={name} className={productGrid}>
          {found.map((product) => (
            <CategoryMenuProduct key={product.pro_id} product={product} />
          ))}
        </ul>
        {pages.state === 'failed' && <ColumnError error={pages.error} onRetry={pages.retry} />}
        {(pages.state === 'loading' || pages.state === 'ready') && (
          <p className="flex min-h-14 items-center justify-center gap-2 text-sm text-text-3">
            <Icon of={LoaderCircle} size="s" className="animate-spin" />
            {t('categoryMenu.loadingMore')}
          </p>
        )}
        {pages.state === 'complete' && found.length > 0 && (
          <p role="status" className="py-4 text-center text-sm text-text-3">
            <LocalizedText>{t('categoryMenu.allShown')}</LocalizedText>
          </p>
        )}
        {pages.state === 'complete' && found.length === 0 && <NoData query={query} />}
      </div>
      {(found.length > 0 || !query) && (
        <CategoryMenuFooter>
          <Link
            to="/shop"
            search={{ category: category.cat_id, group: group.prog_id }}
            className="flex min-h-13 items-center justify-center gap-1 rounded-md px-4 text-sm font-semibold text-link hover:bg-surface-3"
          >
            {t('categoryMenu.viewGroup', { count: pages.total ?? group.product_count })}
            <Icon of={ChevronRight} size="s" className="flip" />
          </Link>
        </CategoryMenuFooter>
      )}
    </>
  );
}
