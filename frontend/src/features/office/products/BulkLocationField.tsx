import { useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { EditField } from '../product/EditField';
import type { BulkChange } from '../staff-product-types';

const MAX_CHARS = 40;

type BulkLocationFieldProps = { onChange: (change: BulkChange | undefined) => void };

/** Field for the place in the store or warehouse to which the goods of all selected products move. */
export function BulkLocationField({ onChange }: BulkLocationFieldProps) {
  const t = useT();
  const [text, setText] = useState('');
  const [isRemoving, setRemoving] = useState(false);
  return (
    <>
      <EditField label={t('office.bulk.newLocation')}>
        {(control) => (
          <input
            {...control}
            autoComplete="off"
            maxLength={MAX_CHARS}
            disabled={isRemoving}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              const location = target.value.trim();
              onChange(location ? { location } : undefined);
            }}
            className="o-field"
          />
        )}
      </EditField>
      <label className="o-row">
        <input
          type="checkbox"
          checked={isRemoving}
          onChange={({ target }) => {
            setRemoving(target.checked);
            setText('');
            onChange(target.checked ? { location: '' } : undefined);
          }}
        />
        {t('office.bulk.noLocation')}
      </label>
    </>
  );
}
