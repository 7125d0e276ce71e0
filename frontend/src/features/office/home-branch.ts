import { useBranchNames } from './branch-names';
import { useStaff } from './staff-access';

/** Home branch of the signed-in member of the staff; undefined without one, and after the branch has closed. */
export function useHomeBranch(): number | undefined {
  const id = useStaff()?.home_branch_id ?? undefined;
  const branches = useBranchNames(id !== undefined);
  const isClosed = branches !== undefined && !branches.some((branch) => branch.id === id);
  return isClosed ? undefined : id;
}
