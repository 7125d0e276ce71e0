import { useQuery } from '@tanstack/react-query';
import { branchesQuery } from '@/domain/branches/branches-query';
import { pickText } from '@/shared/i18n/pick-text';
import { type ChoicesList, choicesList } from './choices-list';
import { useOffice } from './use-office-format';

export type BranchName = { id: number; name: string };

/** Branches of the shop with their names, undefined until they have loaded, and their load state. */
export function useBranchChoices(isEnabled = true): {
  branches: BranchName[] | undefined;
  list: ChoicesList;
} {
  const { code } = useOffice();
  const query = useQuery({
    ...branchesQuery,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isEnabled,
  });
  const branches = query.data?.data.map(({ b_id, b_name, b_name_eng }) => ({
    id: b_id,
    name: pickText(b_name, b_name_eng, code),
  }));
  return { branches, list: choicesList(query) };
}

/** Branches of the shop with their names; undefined until they have loaded. */
export const useBranchNames = (isEnabled = true): BranchName[] | undefined =>
  useBranchChoices(isEnabled).branches;

/** Name of a branch; its number until the branches have loaded. */
export const branchName = (branches: BranchName[] | undefined, branchId: number): string =>
  branches?.find(({ id }) => id === branchId)?.name ?? String(branchId);
