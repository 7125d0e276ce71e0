import type { UseQueryResult } from '@tanstack/react-query';
import { PackagePlus, SearchX } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { EmptyState } from '@/shared/ui/PageStates';
import type { ColumnChoice } from '../columns/column-choice';
import { DataGrid } from '../grid/DataGrid';
import { DataGridStates } from '../grid/DataGridStates';
import { type GridTable, gridMeta } from '../grid/grid-features';
import { selectRow } from '../grid/grid-selection';
import { ListError, ListSkeleton } from '../ListStates';
import { OfficeButton } from '../OfficeButton';
import {
  productFilterCount,
  type StaffProductParams,
  withoutProductFilters,
} from '../staff-product-params';
import type { StaffProduct, StaffProductPage } from '../staff-product-types';
import type { ProductGridMeta } from './product-cells';
import type { ProductColumn } from './product-columns';
import { StaffProductCard } from './StaffProductCard';
import { StockForm } from './StockForm';
import { useProductTexts } from './use-product-texts';

type StaffProductListProps = {
  params: StaffProductParams;
  list: UseQueryResult<StaffProductPage, Error>;
  grid: GridTable<StaffProduct, ProductGridMeta>;
  /** Columns of the table after the name. */
  columns: ColumnChoice<ProductColumn>;
  currentId: string | undefined;
  onChange: (change: StaffProductParams) => void;
};

/** Products as a table, on phones as cards; or a text if there are none. Stock is changed in a row below its product. */
export function StaffProductList(props: StaffProductListProps) {
  const { params, list, grid, columns, currentId, onChange } = props;
  const t = useT();
  const { nameOf } = useProductTexts();
  const { low, cells } = gridMeta(grid);
  return (
    <DataGridStates
      list={list}
      isEmpty={grid.getRowModel().rows.length === 0}
      Skeleton={ListSkeleton}
      Failed={ListError}
      empty={<NoProducts params={params} onChange={onChange} />}
    >
      <DataGrid
        data-default={columns.isDefault || undefined}
        table={grid}
        caption={t('office.products')}
        isWide={!columns.isDefault}
        className="o-products"
        rowProps={(row) => ({
          'data-product': row.id,
          'data-current': row.id === currentId || undefined,
          'data-hidden': !row.original.visible || undefined,
          'aria-selected': row.getIsSelected(),
        })}
        below={(row, span) =>
          cells.isOpen(row.id, 'stock') && (
            <tr className="o-stock-row">
              <td colSpan={span}>
                <StockForm
                  isFocused
                  product={row.original}
                  name={nameOf(row.original)}
                  onClose={() => cells.set(row.id, 'stock', false)}
                />
              </td>
            </tr>
          )
        }
        card={(row) => (
          <StaffProductCard
            product={row.original}
            low={low}
            isChosen={row.getIsSelected()}
            isChoosing={grid.getSelectedRowModel().rows.length > 0}
            onToggle={() => selectRow(row)}
          />
        )}
      />
    </DataGridStates>
  );
}

/** Empty list: nothing matches the filters, or there is no product at all. */
function NoProducts({ params, onChange }: Pick<StaffProductListProps, 'params' | 'onChange'>) {
  const t = useT();
  const isNarrowed = productFilterCount(params) > 0 || params.search !== undefined;
  return (
    <div className="flex-1">
      <EmptyState
        icon={isNarrowed ? SearchX : PackagePlus}
        tint="turmeric"
        title={t(isNarrowed ? 'office.product.noneFound' : 'office.product.none')}
        text={t(isNarrowed ? 'office.noneFoundText' : 'office.product.noneText')}
        actions={
          isNarrowed && (
            <OfficeButton
              onClick={() => onChange({ ...withoutProductFilters(params), search: undefined })}
            >
              {t('office.filter.clearAll')}
            </OfficeButton>
          )
        }
      />
    </div>
  );
}
