import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/shared/ui/toast';
import { branchName, useBranchNames } from '../branch-names';
import { fullName, type StaffMember } from '../staff-access';
import { useOffice } from '../use-office-format';
import { peopleProblem } from './people-problem';
import { renewPeople, setHomeBranch } from './staff-people-api';

/** Choice of the branch whose orders a person sees first. It is saved at once. */
export function HomeBranchSelect({ person, id }: { person: StaffMember; id?: string }) {
  const { t } = useOffice();
  const client = useQueryClient();
  const branches = useBranchNames();
  const name = fullName(person);
  const saving = useMutation({
    mutationFn: (branchId: number | null) => setHomeBranch(person.cus_id, branchId),
    onSuccess: ({ home_branch_id: branchId }) =>
      toast.success(
        branchId === null
          ? t('office.branch.removed', { name })
          : t('office.branch.set', { name, branch: branchName(branches, branchId) }),
      ),
    onError: (error) => toast.error(peopleProblem(t, error)),
    onSettled: () => renewPeople(client),
  });
  const saved = person.home_branch_id ?? null;
  const value = saving.isPending ? saving.variables : saved;
  const isClosed = branches && saved !== null && !branches.some(({ id: one }) => one === saved);
  return (
    <select
      id={id}
      aria-label={id ? undefined : t('office.branch.homeOf', { name })}
      disabled={saving.isPending}
      value={value ?? ''}
      onChange={({ target }) => saving.mutate(target.value === '' ? null : Number(target.value))}
      className="o-select"
    >
      <option value="">{t('office.branch.none')}</option>
      {(!branches || isClosed) && saved !== null && (
        <option value={saved}>
          {isClosed ? t('office.branch.closed', { id: String(saved) }) : saved}
        </option>
      )}
      {branches?.map((branch) => (
        <option key={branch.id} value={branch.id}>
          {branch.name}
        </option>
      ))}
    </select>
  );
}
