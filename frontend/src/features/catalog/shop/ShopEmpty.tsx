import { Link } from '@tanstack/react-router';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { buttonStyle } from '@/shared/ui/button-style';
import { EmptyState } from '@/shared/ui/PageStates';
import { activeFilters, withoutFilter, withoutFilters } from './list-filters';
import type { ProductListParams } from './product-list-params';
import { SmallDecimals } from './SmallDecimals';
import type { ListNames } from './use-list-names';
import { focusShopTitle } from './use-shop-navigate';

type ShopEmptyProps = {
  search: ProductListParams;
  total: number;
  names: ListNames;
  onChange: (search: ProductListParams) => void;
};

/** Empty list, with links that change what makes it empty. */
export function ShopEmpty({ search, total, names, onChange }: ShopEmptyProps) {
  const t = useT();
  const filters = activeFilters(search);
  if (total > 0) {
    return (
      <EmptyState
        title={t('shop.allShown')}
        text={t('shop.pastEnd')}
        actions={
          <Link
            to="/shop"
            search={{ ...search, page: undefined }}
            className={buttonStyle('primary')}
          >
            {t('shop.toFirst')}
          </Link>
        }
      />
    );
  }
  const change = (next: ProductListParams) => {
    onChange(next);
    focusShopTitle();
  };
  return (
    <EmptyState
      title={t('shop.empty')}
      text={t(filters.length > 0 ? 'shop.emptyText' : 'shop.emptyShop')}
      actions={
        filters.length > 0 && (
          <>
            {filters.length > 1 &&
              filters.map((filter) => (
                <Button
                  key={filter}
                  kind="outline"
                  onClick={() => change(withoutFilter(search, filter))}
                >
                  {/* One child: a button sets its children apart. */}
                  <span>
                    <SmallDecimals
                      text={t('shop.removeFilter', { name: names.filter(filter) })}
                      amounts={names.amounts}
                    />
                  </span>
                </Button>
              ))}
            <Button onClick={() => change(withoutFilters(search))}>{t('shop.clearAll')}</Button>
          </>
        )
      }
    />
  );
}
