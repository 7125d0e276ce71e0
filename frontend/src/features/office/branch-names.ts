import { useQuery } from '@tanstack/react-query';
import { branchesQuery } from '@/domain/branches/branches-query';
import type { Translate } from '@/shared/i18n/load-messages';
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

/** Name of a branch; `Branch 4` while the branches are not known, and for one that is not among them. */
export const branchName = (
  t: Translate,
  branches: BranchName[] | undefined,
  branchId: number,
): string =>
  branches?.find(({ id }) => id === branchId)?.name ??
  t('office.branch.number', { id: String(branchId) });

/** Text of the choice of a branch that is not among the known ones: that they load, or its number. */
export const unlistedBranch = (t: Translate, list: ChoicesList, branchId: number): string =>
  list.state === 'loading' ? t('state.loading') : branchName(t, undefined, branchId);
