import { ArrowUpDown, ChevronDown } from 'lucide-react';
import { useRef } from 'react';
import type { ProductSort, SearchSort } from '@/shared/api/types';
import { useReplayEarlySelection } from '@/shared/hydration/use-replay-early-input';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { SORTS } from './product-list-params';

type Sort = ProductSort | SearchSort;

type SortMenuProps = {
  sort: Sort | undefined;
  onChange: (sort: ProductSort) => void;
  /** Default sort order of the list. */
  own?: Sort;
};

/** Sort order menu: a native `select` with the shop's styles. */
export function SortMenu({ own = 'recommended', sort = own, onChange }: SortMenuProps) {
  const t = useT();
  const menu = useRef<HTMLSelectElement>(null);
  useReplayEarlySelection(
    menu,
    // An unknown sort order of the address selects no option.
    ({ value, options }) => value === sort || ![...options].some((it) => it.value === sort),
    ({ value }) => onChange(value as ProductSort),
  );
  const names: Record<Sort, string> = {
    best: t('shop.sortBest'),
    recommended: t('shop.sortRecommended'),
    popular: t('shop.sortPopular'),
    newest: t('shop.sortNewest'),
    price_asc: t('shop.sortPriceAsc'),
    price_desc: t('shop.sortPriceDesc'),
    discount: t('shop.sortDiscount'),
  };
  return (
    <div className="relative min-w-0 flex-none max-lg:flex-initial">
      <Icon
        of={ArrowUpDown}
        className="pointer-events-none absolute start-4 top-3 z-1 max-[359px]:hidden lg:hidden"
      />
      <select
        ref={menu}
        autoComplete="off"
        aria-label={t('shop.sort')}
        value={sort}
        onChange={(event) => onChange(event.target.value as ProductSort)}
        className="menu-select h-11 max-w-full truncate rounded-full bg-surface ps-10.5 pe-4 text-sm font-medium max-[359px]:ps-4 inset-ring inset-ring-line hover:bg-surface-3 lg:ps-4 lg:pe-10.5"
      >
        {[own, ...SORTS.filter((order) => order !== 'recommended' && order !== own)].map(
          (order) => (
            <option key={order} value={order}>
              {names[order]}
            </option>
          ),
        )}
      </select>
      <Icon of={ChevronDown} className="pointer-events-none absolute end-4 top-3 max-lg:hidden" />
    </div>
  );
}
