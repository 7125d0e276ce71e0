import { useQuery } from '@tanstack/react-query';
import { branchesQuery } from '@/domain/branches/branches-query';
import { pickText } from '@/shared/i18n/pick-text';
import { useOffice } from './use-office-format';

export type BranchName = { id: number; name: string };

/** Branches of the shop with their names; undefined until they have loaded. */
export function useBranchNames(isEnabled = true): BranchName[] | undefined {
  const { code } = useOffice();
  const { data } = useQuery({
    ...branchesQuery,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isEnabled,
  });
  return data?.data.map(({ b_id, b_name, b_name_eng }) => ({
    id: b_id,
    name: pickText(b_name, b_name_eng, code),
  }));
}

/** Name of a branch; its number until the branches have loaded. */
export const branchName = (branches: BranchName[] | undefined, branchId: number): string =>
  branches?.find(({ id }) => id === branchId)?.name ?? String(branchId);
