import {
  filterCount,
  type OrderListParams,
  parseOrderListParams,
  shownList,
} from '../order-list-params';
import { createSavedViews } from '../views/saved-views';

/** Saved views of the list of orders. */
export const orderSavedViews = createSavedViews<OrderListParams>({
  key: 'heuan_staff_views',
  columns: 'orders',
  viewParams: (params) =>
    shownList(parseOrderListParams({ ...params, cursor: undefined, page: undefined }), undefined),
  isOwnList: (params) =>
    filterCount(params) > 0 || params.search !== undefined || params.cus_id !== undefined,
});
