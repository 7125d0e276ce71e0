import { useState } from 'react';
import { bulkFilterOf, type StaffProductParams } from '../staff-product-params';
import type { BulkTarget, StaffProduct } from '../staff-product-types';
import type { Selection } from '../use-selection';

export type BulkChoice = {
  target: BulkTarget;
  count: number;
  /** How many more the filters match, when they can be chosen as well. */
  more: number;
  chooseAll: () => void;
};

/** What a bulk change is for: the chosen rows, or everything that the filters match after "Select all". */
export function useBulkTarget(
  params: StaffProductParams,
  selection: Selection<StaffProduct>,
  total: number,
): BulkChoice {
  const [wholeOf, setWholeOf] = useState<string | null>(null);
  const filter = bulkFilterOf(params);
  const { chosen } = selection;
  // The choice holds for these rows and filters; any other selection ends it.
  const key = JSON.stringify([filter, chosen.map(({ pro_id }) => pro_id)]);
  const isWhole = filter !== undefined && wholeOf === key && chosen.length > 0;
  return {
    target: isWhole ? { filter } : { pro_ids: chosen.map(({ pro_id }) => pro_id) },
    count: isWhole ? total : chosen.length,
    more: filter === undefined || isWhole ? 0 : Math.max(0, total - chosen.length),
    chooseAll: () => setWholeOf(key),
  };
}
