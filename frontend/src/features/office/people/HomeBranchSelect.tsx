import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/shared/ui/toast';
import { branchName, unlistedBranch, useBranchChoices } from '../branch-names';
import { ChoiceSelect } from '../ChoiceSelect';
import { fullName, type StaffMember } from '../staff-access';
import { useOffice } from '../use-office-format';
import { peopleProblem } from './people-problem';
import { renewPeople, setHomeBranch } from './staff-people-api';

type HomeBranchSelectProps = {
  person: StaffMember;
  /** Id of the labeled field in a form. The fields of a list have one note together. */
  id?: string;
};

/** Choice of the branch whose orders a person sees first. It is saved at once. */
export function HomeBranchSelect({ person, id }: HomeBranchSelectProps) {
  const { t } = useOffice();
  const client = useQueryClient();
  const { branches, list } = useBranchChoices();
  const name = fullName(person);
  const saving = useMutation({
    mutationFn: (branchId: number | null) => setHomeBranch(person.cus_id, branchId),
    onSuccess: ({ home_branch_id: branchId }) =>
      toast.success(
        branchId === null
          ? t('office.branch.removed', { name })
          : t('office.branch.set', { name, branch: branchName(t, branches, branchId) }),
      ),
    onError: (error) => toast.error(peopleProblem(t, error)),
    onSettled: () => renewPeople(client),
  });
  const saved = person.home_branch_id ?? null;
  const value = saving.isPending ? saving.variables : saved;
  const isClosed = branches && saved !== null && !branches.some(({ id: one }) => one === saved);
  return (
    <ChoiceSelect
      id={id}
      list={list}
      isEmpty={branches?.length === 0}
      none={t('office.branch.none')}
      isNoneKnown
      hasNote={id !== undefined}
      aria-label={id ? undefined : t('office.branch.homeOf', { name })}
      disabled={saving.isPending}
      value={String(value ?? '')}
      onChange={(chosen) => {
        const branchId = chosen === '' ? null : Number(chosen);
        if (branchId !== saved) saving.mutate(branchId);
      }}
    >
      {(!branches || isClosed) && saved !== null && (
        <option value={saved}>
          {isClosed
            ? t('office.branch.closed', { id: String(saved) })
            : unlistedBranch(t, list, saved)}
        </option>
      )}
      {branches?.map((branch) => (
        <option key={branch.id} value={branch.id}>
          {branch.name}
        </option>
      ))}
    </ChoiceSelect>
  );
}
