import { Plus, Trash2 } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { OfficeButton, OfficeIconButton } from '../OfficeButton';
import type { AttributeRow } from './attribute-rows';
import { EditPanel } from './EditPanel';
import { type FormErrors, isHalf } from './product-form';
import type { ProductFormEditor } from './use-product-form';

type AttributesPanelProps = { editor: ProductFormEditor; errors: FormErrors };

/** Panel with the attributes of a product, each in Lao and English. */
export function AttributesPanel({ editor, errors }: AttributesPanelProps) {
  const t = useT();
  const rows = editor.form.attributes;
  const change = (id: string, part: Partial<AttributeRow>) =>
    editor.set(
      'attributes',
      rows.map((row) => (row.id === id ? { ...row, ...part } : row)),
    );
  const add = () =>
    editor.set('attributes', [...rows, { id: crypto.randomUUID(), name: '', la: '', en: '' }]);
  return (
    <EditPanel
      title={t('office.product.attributes')}
      aside={
        <OfficeButton kind="link" icon={Plus} onClick={add}>
          {t('office.product.add')}
        </OfficeButton>
      }
    >
      {errors.attributes && (
        <p role="alert" className="o-small text-err">
          {t(errors.attributes)}
        </p>
      )}
      {rows.length === 0 && <p className="o-muted">{t('office.product.noAttributes')}</p>}
      <div className="grid gap-3">
        {rows.map((row, index) => (
          <Row
            key={row.id}
            row={row}
            number={index + 1}
            onChange={(part) => change(row.id, part)}
            onRemove={() =>
              editor.set(
                'attributes',
                rows.filter(({ id }) => id !== row.id),
              )
            }
          />
        ))}
      </div>
    </EditPanel>
  );
}

type RowProps = {
  row: AttributeRow;
  number: number;
  onChange: (part: Partial<AttributeRow>) => void;
  onRemove: () => void;
};

function Row({ row, number, onChange, onRemove }: RowProps) {
  const t = useT();
  const name = row.name || String(number);
  const isIncomplete = isHalf(row.la, row.en);
  const missing = (text: string) => (isIncomplete && text.trim() === '') || undefined;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own look
    <div role="group" aria-label={name} className="o-attribute">
      <input
        value={row.name}
        maxLength={100}
        aria-label={t('office.product.attributeName', { number })}
        placeholder={t('office.product.attributeNameHint')}
        onChange={({ target }) => onChange({ name: target.value })}
        className="o-field"
      />
      <input
        lang="lo"
        value={row.la}
        data-missing={missing(row.la)}
        aria-label={`${name} ${t('office.product.lao')}`}
        placeholder={t('office.product.lao')}
        onChange={({ target }) => onChange({ la: target.value })}
        className="o-field"
      />
      <input
        lang="en"
        value={row.en}
        data-missing={missing(row.en)}
        aria-label={`${name} ${t('office.product.english')}`}
        placeholder={t('office.product.english')}
        onChange={({ target }) => onChange({ en: target.value })}
        className="o-field"
      />
      <OfficeIconButton
        icon={Trash2}
        label={t('office.product.removeAttribute', { name })}
        onClick={onRemove}
      />
    </div>
  );
}
