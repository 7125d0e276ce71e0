import { Grid2x2, LayoutList, SlidersHorizontal } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { Button, IconButton } from '@/shared/ui/Button';
import { cx } from '@/shared/ui/cx';
import { lazyOverlay } from '@/shared/ui/lazy-overlay';
import { FilterChips } from './FilterChips';
import { activeNarrowing, withFilters } from './list-filters';
import { type ProductListParams, searchTextOf } from './product-list-params';
import { SortMenu } from './SortMenu';
import { useFilterSheet } from './use-filter-sheet';
import type { ListNames } from './use-list-names';

const FilterSheet = lazyOverlay(() => import('./FilterSheet').then((module) => module.FilterSheet));

type ShopBarProps = {
  search: ProductListParams;
  names: ListNames;
  onChange: (search: ProductListParams, replace?: boolean) => void;
};

/** Bar with filters, sort order and view of the list. On phones it is sticky below the header. */
export function ShopBar({ search, names, onChange }: ShopBarProps) {
  const t = useT();
  const sheet = useFilterSheet();
  const filterCount = activeNarrowing(search).length;
  const isList = search.view === 'list';
  const own = searchTextOf(search) ? 'best' : 'recommended';
  return (
    <>
      <div className="sticky top-(--header-h) z-(--z-sticky) -mx-(--gutter) flex items-center gap-2 bg-bg px-(--gutter) py-2 transition-[top] duration-(--t-base) short:static lg:static print:static lg:mx-0 lg:items-start lg:px-0">
        <Button
          kind="outline"
          icon={SlidersHorizontal}
          aria-haspopup="dialog"
          onClick={sheet.open}
          onPointerEnter={FilterSheet.hint}
          className="flex-none rounded-full! px-4! inset-ring! inset-ring-line! lg:hidden"
        >
          {t('shop.filters')}
          {filterCount > 0 && (
            <span className="num rounded-sm bg-action-soft-2 px-1.75 text-xs leading-5! text-link">
              {filterCount}
            </span>
          )}
        </Button>
        <div className="min-w-0 flex-1 max-lg:hidden">
          <FilterChips search={search} names={names} onChange={onChange} />
        </div>
        <SortMenu
          own={own}
          sort={search.sort === 'recommended' ? own : search.sort}
          onChange={(sort) =>
            onChange(withFilters(search, { sort: (sort as string) === own ? undefined : sort }))
          }
        />
        <IconButton
          icon={isList ? Grid2x2 : LayoutList}
          label={t(isList ? 'shop.viewGrid' : 'shop.viewList')}
          onClick={() => onChange({ ...search, view: isList ? undefined : 'list' })}
          className={cx('ms-auto -me-2.5 lg:me-0', !isList && 'lg:hidden')}
        />
      </div>
      <FilterChips
        isNarrowingOnly
        search={search}
        names={names}
        onChange={onChange}
        className="pb-2 lg:hidden"
      />
      {sheet.isNeeded && (
        <FilterSheet
          isOpen={sheet.isOpen}
          onClose={sheet.close}
          search={search}
          onApply={(next) => onChange(next, true)}
        />
      )}
    </>
  );
}
