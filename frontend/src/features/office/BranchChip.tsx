import { X } from 'lucide-react';
import { Skeleton } from '@/shared/ui/Skeleton';
import { branchName, useBranchChoices } from './branch-names';
import { OfficeButton } from './OfficeButton';
import { useOffice } from './use-office-format';

type BranchChipProps = { branchId: number; onClear: () => void; className?: string };

/** Branch whose orders are shown. A press shows the orders of all branches. */
export function BranchChip({ branchId, onClear, className }: BranchChipProps) {
  const { t } = useOffice();
  const { branches, list } = useBranchChoices();
  const name = branchName(t, branches, branchId);
  return (
    <OfficeButton
      kind="soft"
      icon={X}
      aria-label={t('office.branch.clear', { name })}
      onClick={onClear}
      className={className}
    >
      {list.state === 'loading' ? (
        <Skeleton className="h-4 w-20" />
      ) : (
        <span className="o-one-line">{name}</span>
      )}
    </OfficeButton>
  );
}
