import { useId, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import type { BulkChange } from '../staff-product-types';
import { useTaxonomy } from './use-product-options';

/** Field for the group to which all selected products move, with its category. */
export function BulkGroupField({
  onChange,
}: {
  onChange: (change: BulkChange | undefined) => void;
}) {
  const t = useT();
  const id = useId();
  const { categories, groups } = useTaxonomy();
  const [groupId, setGroupId] = useState('');
  return (
    <div className="o-label">
      <label htmlFor={id}>{t('office.bulk.newGroup')}</label>
      <select
        id={id}
        value={groupId}
        onChange={({ target }) => {
          setGroupId(target.value);
          onChange(target.value ? { group: Number(target.value) } : undefined);
        }}
        className="o-field"
      >
        <option value="">{t('office.bulk.choose')}</option>
        {categories.map((category) => (
          <optgroup key={category.id} label={category.name}>
            {groups
              .filter(({ categoryId }) => categoryId === category.id)
              .map((group) => (
                <option key={group.id} value={group.id}>
                  {group.name}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </div>
  );
}
