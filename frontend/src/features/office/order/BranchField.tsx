import { useQuery } from '@tanstack/react-query';
import { branchesQuery } from '@/domain/branches/branches-query';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { pickText } from '@/shared/i18n/pick-text';
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
  const { data } = useQuery({ ...branchesQuery, staleTime: Number.POSITIVE_INFINITY });
  const { branch_id, branch_name_la, branch_name_en } = current;
  const branches = (data?.data ?? []).map(({ b_id, b_name, b_name_eng }) => ({
    id: b_id,
    name: pickText(b_name, b_name_eng, code),
  }));
  // The order's branch stays a choice while the list loads, and after the branch has closed.
  if (branch_id !== null && !branches.some(({ id }) => id === branch_id)) {
    branches.unshift({
      id: branch_id,
      name: pickText(branch_name_la ?? '', branch_name_en ?? '', code),
    });
  }
  return (
    <EditField label={t('office.filter.branch')} error={error}>
      {(control) => (
        <select
          {...control}
          value={value ?? ''}
          onChange={({ target }) => onChange(Number(target.value))}
          className="o-select"
        >
          {value === null && (
            <option value="" disabled>
              {t('office.details.choose')}
            </option>
          )}
          {branches.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </EditField>
  );
}
