import { X } from 'lucide-react';
import { branchName, useBranchNames } from './branch-names';
import { OfficeButton } from './OfficeButton';
import { useOffice } from './use-office-format';

type BranchChipProps = { branchId: number; onClear: () => void; className?: string };

/** Branch whose orders are shown. A press shows the orders of all branches. */
export function BranchChip({ branchId, onClear, className }: BranchChipProps) {
  const { t } = useOffice();
  const name = branchName(useBranchNames(), branchId);
  return (
    <OfficeButton
      kind="soft"
      icon={X}
      aria-label={t('office.branch.clear', { name })}
      onClick={onClear}
      className={className}
    >
      <span className="o-one-line">{name}</span>
    </OfficeButton>
  );
}
