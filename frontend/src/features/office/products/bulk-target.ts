import { useState } from 'react';
import type { GridSelection } from '../grid/grid-selection';
import { bulkFilterOf, type StaffProductParams } from '../staff-product-params';
import type { BulkTarget, StaffProduct, StaffProductPage } from '../staff-product-types';

/** Maximum number of products of a bulk change, which is one transaction in the catalog. */
export const MAX_BULK_PRODUCTS = 20_000;

export type BulkChoice = {
  target: BulkTarget;
  count: number;
  /** Number of further products that match search and filters, if all of them can be selected. */
  more: number;
  /** Whether more products match than a bulk change takes. */
  isOverLimit: boolean;
  chooseAll: () => void;
};

/** Target of a bulk change: the selected rows, or everything that matches search and filters after "Select all". */
export function useBulkTarget(
  params: StaffProductParams,
  selection: GridSelection<StaffProduct>,
  page: Pick<StaffProductPage, 'total' | 'truncated'> | undefined,
): BulkChoice {
  const [wholeOf, setWholeOf] = useState<string | null>(null);
  const filter = bulkFilterOf(params);
  const { chosen } = selection;
  const total = page?.total ?? 0;
  const isOverLimit = page?.truncated === true || total > MAX_BULK_PRODUCTS;
  // "Select all" applies to these rows and filters; any other selection ends it.
  const key = JSON.stringify([filter, chosen.map(({ pro_id }) => pro_id)]);
  const isWhole = !isOverLimit && wholeOf === key && chosen.length > 0;
  return {
    target: isWhole ? { filter } : { pro_ids: chosen.map(({ pro_id }) => pro_id) },
    count: isWhole ? total : chosen.length,
    more: isOverLimit || isWhole ? 0 : Math.max(0, total - chosen.length),
    isOverLimit,
    chooseAll: () => setWholeOf(key),
  };
}
