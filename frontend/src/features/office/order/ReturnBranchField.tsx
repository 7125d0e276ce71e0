import { useEffect, useEffectEvent } from 'react';
import { pickText } from '@/shared/i18n/pick-text';
import { unlistedBranch, useBranchChoices } from '../branch-names';
import { ChoiceSelect } from '../ChoiceSelect';
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
  const { branches: open = [], list } = useBranchChoices();
  const branches = [...open];
  if (usual && !branches.some(({ id }) => id === usual.branch_id)) {
    const name = pickText(usual.branch_name_la, usual.branch_name_en, code);
    branches.unshift({ id: usual.branch_id, name });
  }
  const isKnown = value === null || branches.some(({ id }) => id === value);
  // A branch that was chosen before may have closed. Until that is known, it stays the choice.
  const isClosed = !isKnown && list.state === 'loaded';
  if (!isKnown && !isClosed) branches.push({ id: value, name: unlistedBranch(t, list, value) });
  const clear = useEffectEvent(() => onChange(null));
  useEffect(() => {
    if (isClosed) clear();
  }, [isClosed]);
  return (
    <EditField label={t('office.return.branch')}>
      {(control) => (
        <ChoiceSelect
          {...control}
          list={list}
          isEmpty={branches.length === 0}
          none={usual ? undefined : t('office.return.noBranch')}
          value={isClosed ? '' : String(value ?? '')}
          onChange={(chosen) => onChange(chosen ? Number(chosen) : null)}
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
