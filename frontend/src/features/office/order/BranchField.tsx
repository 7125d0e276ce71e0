import type { MessageKey } from '@/shared/i18n/load-messages';
import { pickText } from '@/shared/i18n/pick-text';
import { unlistedBranch, useBranchChoices } from '../branch-names';
import { ChoiceSelect } from '../ChoiceSelect';
import { EditField } from '../product/EditField';
import type { StaffOrder } from '../staff-order-types';
import { useOffice } from '../use-office-format';

type BranchFieldProps = {
  /** Branch of the order, whose name is known before the list has loaded. */
  current: Pick<StaffOrder['delivery'], 'branch_id' | 'branch_name_la' | 'branch_name_en'>;
  value: number | null;
  error: MessageKey | undefined;
  onChange: (branchId: number) => void;
};

/** Field for the branch of a pick-up. */
export function BranchField({ current, value, error, onChange }: BranchFieldProps) {
  const { t, code } = useOffice();
  const { branches: known = [], list } = useBranchChoices();
  const { branch_id, branch_name_la, branch_name_en } = current;
  const branches = [...known];
  // The order's branch stays a choice while the list loads, and after the branch has closed.
  if (branch_id !== null && !branches.some(({ id }) => id === branch_id)) {
    branches.unshift({
      id: branch_id,
      name: pickText(branch_name_la ?? '', branch_name_en ?? '', code),
    });
  }
  // A branch of an earlier draft stays the choice as well, so that the field does not show another one.
  if (value !== null && !branches.some(({ id }) => id === value)) {
    const isClosed = list.state === 'loaded';
    branches.push({
      id: value,
      name: isClosed
        ? t('office.branch.closed', { id: String(value) })
        : unlistedBranch(t, list, value),
    });
  }
  return (
    <EditField label={t('office.filter.branch')} error={error}>
      {(control) => (
        <ChoiceSelect
          {...control}
          list={list}
          isEmpty={branches.length === 0}
          none={value === null ? t('office.details.choose') : undefined}
          isRequired
          value={String(value ?? '')}
          onChange={(chosen) => onChange(Number(chosen))}
        >
          {branches.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </ChoiceSelect>
      )}
    </EditField>
  );
}
