import { useT } from '@/shared/i18n/language-context';
import { Chip } from '@/shared/ui/Chip';
import { cx } from '@/shared/ui/cx';
import {
  activeFilters,
  activeNarrowing,
  withoutFilter,
  withoutFilters,
  withoutNarrowing,
} from './list-filters';
import type { ProductListParams } from './product-list-params';
import { SmallDecimals } from './SmallDecimals';
import type { ListNames } from './use-list-names';
import { focusShopTitle } from './use-shop-navigate';

type FilterChipsProps = {
  search: ProductListParams;
  names: ListNames;
  onChange: (search: ProductListParams) => void;
  /** Leaves out the category and group that the page is about. */
  isNarrowingOnly?: boolean;
  className?: string;
};

/** Chips of the active filters; a click removes one. The row scrolls sideways on phones and wraps on desktops. */
export function FilterChips({
  search,
  names,
  onChange,
  isNarrowingOnly = false,
  className,
}: FilterChipsProps) {
  const t = useT();
  const filters = isNarrowingOnly ? activeNarrowing(search) : activeFilters(search);
  if (filters.length === 0) return null;
  const change = (next: ProductListParams) => {
    onChange(next);
    focusShopTitle();
  };
  return (
    <ul
      aria-label={t('shop.activeFilters')}
      className={cx(
        'no-scrollbar bleed flex gap-2 overflow-x-auto lg:mx-0 lg:flex-wrap lg:overflow-visible lg:px-0',
        className,
      )}
    >
      {filters.map((filter) => (
        <li key={filter} className="max-w-full flex-none">
          <Chip
            isRemovable
            aria-label={t('shop.removeFilter', { name: names.filter(filter) })}
            onClick={() => change(withoutFilter(search, filter))}
          >
            <SmallDecimals text={names.filter(filter)} amounts={names.amounts} />
          </Chip>
        </li>
      ))}
      <li className="flex-none">
        <button
          type="button"
          onClick={() =>
            change(isNarrowingOnly ? withoutNarrowing(search) : withoutFilters(search))
          }
          className="min-h-(--tap) rounded-sm px-1 text-sm font-semibold whitespace-nowrap text-link hover:underline hover:underline-offset-4"
        >
          {t('shop.clearAll')}
        </button>
      </li>
    </ul>
  );
}
