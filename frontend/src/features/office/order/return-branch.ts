import { readLocal, writeLocal } from '@/shared/storage/local-storage';
import type { ReturnBranch, StaffOrder } from '../staff-order-types';

const KEY = 'heuan_staff_return_branch';

/** Default branch of a return: the branch of the return request, or of the pick-up. */
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

/** Initially chosen branch of a return: the default one of the order, otherwise the one chosen last on this device. */
export const firstBranch = (order: StaffOrder): number | null =>
  usualBranch(order)?.branch_id ?? readLocal<number>(KEY);

/** Branch for the request, absent if it is the default one. The choice is remembered for the next delivered order. */
export function chosenBranch(order: StaffOrder, branchId: number | null): { branch_id?: number } {
  const usual = usualBranch(order)?.branch_id ?? null;
  if (branchId === null || branchId === usual) return {};
  writeLocal(KEY, branchId);
  return { branch_id: branchId };
}
