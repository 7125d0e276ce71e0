import { Link, useNavigate } from '@tanstack/react-router';
import { BranchChip } from '../BranchChip';
import { branchName, useBranchNames } from '../branch-names';
import { branchParam, shownBranch } from '../branch-param';
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
  const branches = useBranchNames(shown !== undefined || home !== undefined);
  if (!may('orders')) return null;
  if (shown !== undefined) {
    return (
      <BranchChip
        branchId={shown}
        onClear={() =>
          void navigate({ to: '/staff', search: { branch_id: branchParam(undefined, home) } })
        }
      />
    );
  }
  return (
    home !== undefined && (
      <Link to="/staff" search={{}} data-kind="quiet" className="o-btn">
        {t('office.branch.only', { name: branchName(branches, home) })}
      </Link>
    )
  );
}
