import { useId, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { ChoiceSelect } from '../ChoiceSelect';
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
  const { categories, groups, placesList } = useTaxonomy();
  const [groupId, setGroupId] = useState('');
  return (
    <div className="o-label">
      <label htmlFor={id}>{t('office.bulk.newGroup')}</label>
      <ChoiceSelect
        id={id}
        list={placesList}
        isEmpty={groups.length === 0}
        none={t('office.bulk.choose')}
        value={groupId}
        onChange={(chosen) => {
          setGroupId(chosen);
          onChange(chosen ? { group: Number(chosen) } : undefined);
        }}
        className="o-field"
      >
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
      </ChoiceSelect>
    </div>
  );
}
