import { useState } from 'react';
import type { GridSelection } from '../grid/grid-selection';
import { bulkFilterOf, type StaffProductParams } from '../staff-product-params';
import type { BulkTarget, StaffProduct } from '../staff-product-types';

export type BulkChoice = {
  target: BulkTarget;
  count: number;
  /** Number of further products that match search and filters, if all of them can be selected. */
  more: number;
  chooseAll: () => void;
};

/** Target of a bulk change: the selected rows, or everything that matches search and filters after "Select all". */
export function useBulkTarget(
  params: StaffProductParams,
  selection: GridSelection<StaffProduct>,
  total: number,
): BulkChoice {
  const [wholeOf, setWholeOf] = useState<string | null>(null);
  const filter = bulkFilterOf(params);
  const { chosen } = selection;
  // "Select all" applies to these rows and filters; any other selection ends it.
  const key = JSON.stringify([filter, chosen.map(({ pro_id }) => pro_id)]);
  const isWhole = filter !== undefined && wholeOf === key && chosen.length > 0;
  return {
    target: isWhole ? { filter } : { pro_ids: chosen.map(({ pro_id }) => pro_id) },
    count: isWhole ? total : chosen.length,
    more: filter === undefined || isWhole ? 0 : Math.max(0, total - chosen.length),
    chooseAll: () => setWholeOf(key),
  };
}
