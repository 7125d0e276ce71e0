import '../styles/office-orders.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useEffect } from 'react';
import { useNow } from '@/shared/hooks/use-now';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { Icon } from '@/shared/ui/Icon';
import { oneOf } from '../address-values';
import { shownBranch } from '../branch-param';
import { CsvButton } from '../CsvButton';
import { gridSelection } from '../grid/grid-selection';
import { useDataGrid } from '../grid/use-data-grid';
import { useRowKeys } from '../grid/use-row-keys';
import { useHomeBranch } from '../home-branch';
import { ListFooter } from '../ListFooter';
import { ListNotices } from '../ListNotices';
import { useRememberList } from '../last-list';
import {
  listChange,
  ORDER_SORTS,
  type OrderListParams,
  parseOrderListParams,
  shownList,
  withChange,
} from '../order-list-params';
import { OfficeTop } from '../shell/OfficeTop';
import { useOfficeTitle } from '../shell/use-office-title';
import { useShortcuts } from '../shell/use-shortcuts';
import type { StaffOrderSummary } from '../staff-order-types';
import { orderCountsQuery, ordersCsvUrl, PAGE_SIZE, staffOrdersQuery } from '../staff-orders-api';
import { BulkBar } from './BulkBar';
import { ChooseMoreOrders } from './ChooseMoreOrders';
import { rememberList } from './list-trail';
import { OrderFilters } from './OrderFilters';
import { OrderList } from './OrderList';
import { OrderViews } from './OrderViews';
import { useArrivals } from './order-arrivals';
import { useOrderChoice } from './order-choice';
import { useOrderColumns } from './order-columns';
import { ORDER_GRID } from './order-grid';
import { TransfersLink } from './TransfersLink';
import { useListRenewal } from './use-list-renewal';

const CLOCK_MS = 10_000;
const NO_ORDERS: StaffOrderSummary[] = [];
const orderIdOf = ({ order_id }: StaffOrderSummary) => order_id;
const FOOT_KEYS: [string, MessageKey][] = [
  ['j k', 'office.foot.move'],
  ['x', 'office.foot.select'],
  ['Enter', 'office.foot.open'],
  ['?', 'office.foot.keys'],
];

/** List of all orders with views, filters and search. Its state is in the address. */
export function StaffOrdersPage() {
  const t = useT();
  const navigate = useNavigate();
  const home = useHomeBranch();
  const params = parseOrderListParams(useSearch({ strict: false }));
  const shown = shownList(params, home);
  const list = useQuery(staffOrdersQuery(shown));
  const { data: counts } = useQuery(orderCountsQuery(shownBranch(params.branch_id, home)));
  const arrivals = useArrivals();
  const now = useNow(CLOCK_MS);
  const renewal = useListRenewal();
  const columns = useOrderColumns(shown);
  const orders = list.data?.data ?? NO_ORDERS;
  const next = list.data?.next_cursor;
  useEffect(() => rememberList(orders), [orders]);
  useRememberList('orders', params);
  const change = (change: OrderListParams) =>
    void navigate({ to: '/staff/orders', search: withChange(params, listChange(change, home)) });
  const grid = useDataGrid({
    columns: ORDER_GRID,
    rows: orders,
    idOf: orderIdOf,
    shown: columns.shown,
    sort: params.sort ?? 'newest',
    onSort: (sort) => change({ sort: oneOf(ORDER_SORTS, sort) }),
    meta: { arrivals, now },
  });
  const choice = useOrderChoice(shown, gridSelection(grid), list.data, PAGE_SIZE);
  const isChoosing = choice.chosen.length > 0;
  const current = useRowKeys({
    table: grid,
    attribute: 'data-order',
    onOpen: (orderId) => void navigate({ to: '/staff/orders/$orderId', params: { orderId } }),
  });
  useShortcuts({ n: () => void navigate({ to: '/staff/orders/new' }) });
  const title = t('office.orders');
  useOfficeTitle(title);
  return (
    <>
      <OfficeTop title={title}>
        {params.view === 'transfers' && <TransfersLink />}
        <CsvButton url={ordersCsvUrl(shown)} name="orders" />
        <Link to="/staff/orders/new" data-kind="primary" aria-keyshortcuts="n" className="o-btn">
          <Icon of={Plus} size="s" />
          <span className="max-split:sr-only">{t('office.new.title')}</span>
          <kbd aria-hidden className="max-lg:hidden">
            n
          </kbd>
        </Link>
      </OfficeTop>
      <div className="o-list o-body">
        <OrderViews params={params} shown={shown} home={home} counts={counts} />
        <OrderFilters params={shown} columns={columns} onChange={change} />
        <ListNotices
          isFailing={list.isError && list.data !== undefined}
          updatedAt={list.dataUpdatedAt}
        />
        <OrderList
          params={shown}
          list={list}
          grid={grid}
          arrivals={arrivals}
          now={now}
          currentId={current}
          renewal={renewal}
          onChange={change}
        />
        <ListFooter
          page={params.page ?? 1}
          pageSize={PAGE_SIZE}
          count={orders.length}
          total={list.data?.total ?? 0}
          hasNext={Boolean(next)}
          keys={FOOT_KEYS}
          onFirst={() => change({})}
          onNext={() =>
            void navigate({
              to: '/staff/orders',
              search: { ...params, cursor: next ?? undefined, page: (params.page ?? 1) + 1 },
              state: { isNextPage: true },
            })
          }
        >
          {isChoosing && <ChooseMoreOrders choice={choice} />}
        </ListFooter>
      </div>
      {isChoosing && <BulkBar selection={choice} onPartly={choice.narrow} />}
    </>
  );
}
