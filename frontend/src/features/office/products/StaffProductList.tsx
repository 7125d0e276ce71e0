import type { UseQueryResult } from '@tanstack/react-query';
import { PackagePlus, SearchX } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { EmptyState } from '@/shared/ui/PageStates';
import type { ColumnChoice } from '../columns/column-choice';
import { ListError, ListSkeleton } from '../ListStates';
import { OfficeButton } from '../OfficeButton';
import {
  productFilterCount,
  type StaffProductParams,
  withoutProductFilters,
} from '../staff-product-params';
import type { StaffProduct, StaffProductPage } from '../staff-product-types';
import type { Selection } from '../use-selection';
import type { ProductColumn } from './product-columns';
import { StaffProductCard } from './StaffProductCard';
import { StaffProductTable } from './StaffProductTable';
import type { OpenCells } from './use-open-cells';

export type StaffProductListProps = {
  params: StaffProductParams;
  list: UseQueryResult<StaffProductPage, Error>;
  products: StaffProduct[];
  /** Columns of the table after the name. */
  columns: ColumnChoice<ProductColumn>;
  /** Maximum number of free units that counts as low stock. */
  low: number;
  selection: Selection<StaffProduct>;
  currentId: string | undefined;
  cells: OpenCells;
  onChange: (change: StaffProductParams) => void;
};

/** Products as a table, on phones as cards; or a text if there are none. */
export function StaffProductList(props: StaffProductListProps) {
  const { params, list, products, low, selection, onChange } = props;
  if (list.isPending) return <ListSkeleton />;
  if (!list.data) return <ListError error={list.error} onRetry={() => void list.refetch()} />;
  if (products.length === 0) return <NoProducts params={params} onChange={onChange} />;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col" aria-busy={list.isPlaceholderData}>
      <div className="o-scroll max-lg:hidden">
        <StaffProductTable {...props} />
      </div>
      <ul className="o-scroll lg:hidden">
        {products.map((product) => {
          const id = String(product.pro_id);
          return (
            <StaffProductCard
              key={id}
              product={product}
              low={low}
              isChosen={selection.has(id)}
              isChoosing={selection.chosen.length > 0}
              onToggle={() => selection.toggle(id)}
            />
          );
        })}
      </ul>
    </div>
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
