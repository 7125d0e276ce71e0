import { readLocal, writeLocal } from '@/shared/storage/local-storage';
import type { ReturnBranch, StaffOrder } from '../staff-order-types';

const KEY = 'heuan_staff_return_branch';

/** The branch of the requested return, or of the pickup; it receives goods unless another is chosen. */
export function usualBranch({ delivery, return_request }: StaffOrder): ReturnBranch | null {
  if (return_request?.branch) return return_request.branch;
  const { branch_id, branch_name_la, branch_name_en } = delivery;
  if (branch_id === null) return null;
  return {
    branch_id,
    branch_name_la: branch_name_la ?? '',
    branch_name_en: branch_name_en ?? '',
  };
}

/** The branch that a return begins with: the usual one of the order, or the one chosen last on this device. */
export const firstBranch = (order: StaffOrder): number | null =>
  usualBranch(order)?.branch_id ?? readLocal<number>(KEY);

/** The branch for the request, absent if it is the usual one. It is the first choice for the next delivery. */
export function chosenBranch(order: StaffOrder, branchId: number | null): { branch_id?: number } {
  const usual = usualBranch(order)?.branch_id ?? null;
  if (branchId === null || branchId === usual) return {};
  writeLocal(KEY, branchId);
  return { branch_id: branchId };
}
