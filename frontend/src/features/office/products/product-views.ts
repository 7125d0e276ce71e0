import type { MessageKey } from '@/shared/i18n/load-messages';
import {
  PRODUCT_FILTER_NAMES,
  parseStaffProductParams,
  type StaffProductParams,
} from '../staff-product-params';
import { createSavedViews } from '../views/saved-views';

export type ProductView = {
  text: MessageKey;
  filter: Pick<StaffProductParams, 'stock' | 'visibility'>;
  /** Whether the view's products need attention. */
  isHot?: boolean;
};

/** Prepared views by stock and visibility. Each is a pair of filters. */
export const PRODUCT_VIEWS: ProductView[] = [
  { text: 'office.product.view.all', filter: {} },
  { text: 'office.stock.low', filter: { stock: 'low', visibility: 'visible' } },
  { text: 'office.stock.out', filter: { stock: 'out', visibility: 'visible' }, isHot: true },
  { text: 'office.stock.uncounted', filter: { stock: 'uncounted', visibility: 'visible' } },
  { text: 'office.product.hidden', filter: { visibility: 'hidden' } },
];

/** Whether a list has the stock and visibility of a prepared view. It may have further filters. */
export const isInProductView = (params: StaffProductParams, { filter }: ProductView): boolean =>
  params.stock === filter.stock && params.visibility === filter.visibility;

/** Whether a list is more than a prepared view. */
function isOwnList(params: StaffProductParams): boolean {
  const others = PRODUCT_FILTER_NAMES.filter((name) => name !== 'stock' && name !== 'visibility');
  return (
    params.search !== undefined ||
    others.some((name) => params[name] !== undefined) ||
    !PRODUCT_VIEWS.some((view) => isInProductView(params, view))
  );
}

/** Saved views of the list of products. */
export const productSavedViews = createSavedViews<StaffProductParams>({
  key: 'heuan_staff_product_views',
  columns: 'products',
  viewParams: (params) =>
    parseStaffProductParams({ ...params, cursor: undefined, page: undefined }),
  isOwnList,
});
