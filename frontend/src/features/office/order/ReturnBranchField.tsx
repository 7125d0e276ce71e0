import { useQuery } from '@tanstack/react-query';
import { branchesQuery } from '@/domain/branches/branches-query';
import { pickText } from '@/shared/i18n/pick-text';
import { EditField } from '../product/EditField';
import type { ReturnBranch } from '../staff-order-types';
import { useOffice } from '../use-office-format';

type ReturnBranchFieldProps = {
  /** Branch of the return request or of the pick-up, whose name is known before the list has loaded. */
  usual: ReturnBranch | null;
  value: number | null;
  onChange: (branchId: number | null) => void;
};

/** Field for the branch that receives returned goods. */
export function ReturnBranchField({ usual, value, onChange }: ReturnBranchFieldProps) {
  const { t, code } = useOffice();
  const { data } = useQuery({ ...branchesQuery, staleTime: Number.POSITIVE_INFINITY });
  const branches = (data?.data ?? []).map(({ b_id, b_name, b_name_eng }) => ({
    id: b_id,
    name: pickText(b_name, b_name_eng, code),
  }));
  if (usual && !branches.some(({ id }) => id === usual.branch_id)) {
    const name = pickText(usual.branch_name_la, usual.branch_name_en, code);
    branches.unshift({ id: usual.branch_id, name });
  }
  // A branch that was chosen before may have closed.
  const known = branches.some(({ id }) => id === value) ? value : null;
  return (
    <EditField label={t('office.return.branch')}>
      {(control) => (
        <select
          {...control}
          value={known ?? ''}
          onChange={({ target }) => onChange(target.value ? Number(target.value) : null)}
          className="o-select"
        >
          {!usual && <option value="">{t('office.return.noBranch')}</option>}
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
