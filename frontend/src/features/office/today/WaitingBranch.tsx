import { Link, useNavigate } from '@tanstack/react-router';
import { Skeleton } from '@/shared/ui/Skeleton';
import { BranchChip } from '../BranchChip';
import { branchName, useBranchChoices } from '../branch-names';
import { branchParam, shownBranch } from '../branch-param';
import { ChoicesNote } from '../ChoicesNote';
import { useMay } from '../staff-access';
import { useOffice } from '../use-office-format';
import type { StaffTodayParams } from './staff-today-api';

type WaitingBranchProps = { params: StaffTodayParams; home: number | undefined };

/** Branch of the waiting orders; for all branches, the way back to the home branch. */
export function WaitingBranch({ params, home }: WaitingBranchProps) {
  const { t } = useOffice();
  const navigate = useNavigate();
  const may = useMay();
  const shown = shownBranch(params.branch_id, home);
  const named = shown ?? home;
  const { branches, list } = useBranchChoices(named !== undefined);
  if (!may('orders') || named === undefined) return null;
  const only = t('office.branch.only', { name: branchName(t, branches, named) });
  return (
    <div className="o-row o-wrap">
      {shown !== undefined ? (
        <BranchChip
          branchId={shown}
          onClear={() =>
            void navigate({ to: '/staff', search: { branch_id: branchParam(undefined, home) } })
          }
        />
      ) : (
        <Link to="/staff" search={{}} aria-label={only} data-kind="quiet" className="o-btn">
          {list.state === 'loading' ? <Skeleton className="h-4 w-20" /> : only}
        </Link>
      )}
      <ChoicesNote list={list} isLoadingShown={false} failedText={t('office.branch.namesFailed')} />
    </div>
  );
}
