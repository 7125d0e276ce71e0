import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { toast } from '@/shared/ui/toast';
import type { GridSelection } from '../grid/grid-selection';
import type { OrderListParams } from '../order-list-params';
import type { StaffOrderPage, StaffOrderSummary } from '../staff-order-types';
import { fetchStaffOrders } from '../staff-orders-api';

/**
 * Maximum number of orders of a bulk action, which is the size of one page of the API and of one printed document. Unlike
 * products, orders have no bulk call: each is checked, recorded and refused by itself, at the version that was seen.
 */
export const MAX_BULK_ORDERS = 100;

export type OrderChoice = GridSelection<StaffOrderSummary> & {
  /** Number of orders that can be selected at once; 0 if they are. */
  more: number;
  /** Whether these are all orders of the list, and not only those from this page on. */
  isAll: boolean;
  isLoading: boolean;
  chooseMore: () => void;
  /** Leaves only the rows of this page selected, whose versions are renewed. */
  narrow: () => void;
};

/** Selected orders: rows of this page and, after "Select all", of further pages. */
export function useOrderChoice(
  params: OrderListParams,
  rows: GridSelection<StaffOrderSummary>,
  list: StaffOrderPage | undefined,
  pageSize: number,
): OrderChoice {
  const t = useT();
  const [whole, setWhole] = useState<{ key: string; orders: StaffOrderSummary[] } | null>(null);
  const total = list?.total ?? 0;
  const isAll = total <= MAX_BULK_ORDERS;
  const before = ((params.page ?? 1) - 1) * pageSize;
  const reachable = isAll ? total : Math.min(MAX_BULK_ORDERS, total - before);
  // Further orders belong to these rows and filters; any other selection ends it.
  const key = JSON.stringify([params, rows.chosen.map(({ order_id }) => order_id)]);
  const isWhole = whole?.key === key && rows.chosen.length > 0;
  const load = useMutation({
    networkMode: 'always',
    mutationFn: (_: string) =>
      fetchStaffOrders(isAll ? { ...params, cursor: undefined } : params, MAX_BULK_ORDERS),
    onSuccess: ({ data }, key) => setWhole({ key, orders: data }),
    onError: (error) => {
      const detail = errorText(t, error);
      toast.error(t('office.actionFailed'), detail ? { detail } : {});
    },
  });
  const narrow = () => setWhole(null);
  return {
    chosen: isWhole ? whole.orders : rows.chosen,
    more: isWhole || reachable <= rows.chosen.length ? 0 : reachable,
    isAll,
    isLoading: load.isPending,
    chooseMore: () => load.mutate(key),
    narrow,
    clear: () => {
      narrow();
      rows.clear();
    },
  };
}
