import '../styles/office-orders.css';
import '../styles/office-products.css';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { gridSelection } from '../grid/grid-selection';
import { ListFooter } from '../ListFooter';
import { ListNotices } from '../ListNotices';
import { useRememberList } from '../last-list';
import { OfficeButton } from '../OfficeButton';
import { OfficeTop } from '../shell/OfficeTop';
import { useOfficeTitle } from '../shell/use-office-title';
import { useShortcuts } from '../shell/use-shortcuts';
import {
  parseStaffProductParams,
  type StaffProductParams,
  withProductChange,
} from '../staff-product-params';
import type { StaffProduct } from '../staff-product-types';
import { PRODUCT_PAGE_SIZE, staffProductsQuery } from '../staff-products-api';
import { BulkPanel } from './BulkPanel';
import { useBulkTarget } from './bulk-target';
import { ChooseAll } from './ChooseAll';
import { NewProductDialog } from './NewProductDialog';
import { type BulkPanelName, ProductBulkBar } from './ProductBulkBar';
import { useProductColumns } from './product-columns';
import { useProductUndo } from './product-undo';
import { StaffProductFilters } from './StaffProductFilters';
import { StaffProductList } from './StaffProductList';
import { StaffProductViews } from './StaffProductViews';
import { useProductGrid } from './use-product-grid';

const NO_PRODUCTS: StaffProduct[] = [];
const FOOT_KEYS: [string, MessageKey][] = [
  ['j k', 'office.foot.move'],
  ['x', 'office.foot.select'],
  ['e', 'office.foot.edit'],
  ['Enter', 'office.foot.open'],
];

/** List of all products. Its state is in the address. */
export function StaffProductsPage() {
  const t = useT();
  const navigate = useNavigate();
  const params = parseStaffProductParams(useSearch({ strict: false }));
  const list = useQuery(staffProductsQuery(params));
  const products = list.data?.data ?? NO_PRODUCTS;
  const total = list.data?.total ?? 0;
  const next = list.data?.next_cursor;
  const [isCreating, setCreating] = useState(false);
  const [panel, setPanel] = useState<BulkPanelName | null>(null);
  const columns = useProductColumns(params);
  const { undoLast } = useProductUndo();
  const go = (search: StaffProductParams, state?: { isNextPage: true }) =>
    void navigate({ to: '/staff/products', search, ...(state && { state }) });
  const change = (change: StaffProductParams) => go(withProductChange(params, change));
  const { grid, currentId } = useProductGrid({
    params,
    page: list.data,
    columns,
    onChange: change,
  });
  const selection = gridSelection(grid);
  const choice = useBulkTarget(params, selection, list.data);
  useShortcuts({ z: undoLast });
  useOfficeTitle(t('office.products'));
  useRememberList('products', params);
  const isChoosing = selection.chosen.length > 0;
  return (
    <>
      <OfficeTop title={t('office.products')} searches="products">
        <OfficeButton icon={Plus} onClick={() => setCreating(true)}>
          {t('office.newProduct')}
        </OfficeButton>
      </OfficeTop>
      {isCreating && <NewProductDialog onClose={() => setCreating(false)} />}
      <div className="o-list o-body">
        <StaffProductViews params={params} />
        <StaffProductFilters params={params} columns={columns} onChange={change} />
        <ListNotices
          isFailing={list.isError && list.data !== undefined}
          updatedAt={list.dataUpdatedAt}
        />
        {list.data?.truncated && (
          <p className="o-bar" role="status">
            {t('office.product.searchCut')}
          </p>
        )}
        <div className="o-split">
          <div className="o-split-list">
            <StaffProductList
              params={params}
              list={list}
              grid={grid}
              columns={columns}
              currentId={currentId}
              onChange={change}
            />
            <ListFooter
              page={params.page ?? 1}
              pageSize={PRODUCT_PAGE_SIZE}
              count={products.length}
              total={total}
              hasNext={Boolean(next)}
              keys={FOOT_KEYS}
              onFirst={() => change({})}
              onNext={() =>
                go(
                  { ...params, cursor: next ?? undefined, page: (params.page ?? 1) + 1 },
                  { isNextPage: true },
                )
              }
            >
              {isChoosing && <ChooseAll choice={choice} total={total} params={params} />}
            </ListFooter>
          </div>
          {isChoosing && panel && (
            <BulkPanel
              panel={panel}
              choice={choice}
              products={products}
              onPanel={setPanel}
              onClose={() => setPanel(null)}
              onDone={() => {
                setPanel(null);
                selection.clear();
              }}
            />
          )}
        </div>
      </div>
      {isChoosing && !panel && (
        <ProductBulkBar choice={choice} onOpen={setPanel} onClear={selection.clear} />
      )}
    </>
  );
}
