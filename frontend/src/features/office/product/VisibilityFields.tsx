import { shopNow } from '@/shared/api/shop-time';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { daysBefore, shopDay } from '../office-dates';
import { Segments } from '../Segments';
import { useOffice } from '../use-office-format';
import { EditField } from './EditField';
import type { FormErrors, ProductForm } from './product-form';
import type { ProductFormEditor } from './use-product-form';

type VisibilityFieldsProps = { editor: ProductFormEditor; errors: FormErrors };
type Visibility = 'visible' | 'hidden' | 'scheduled';
type TimeField = 'visible_from' | 'visible_until';

const LABELS: Record<TimeField, MessageKey> = {
  visible_from: 'office.product.visibleFrom',
  visible_until: 'office.product.visibleUntil',
};

/** Fields for the visibility of a product and its schedule. */
export function VisibilityFields({ editor, errors }: VisibilityFieldsProps) {
  const { t } = useOffice();
  const { form } = editor;
  const current = visibilityOf(form);
  const times: TimeField[] = current === 'scheduled' ? ['visible_from'] : [];
  if (current !== 'hidden') times.push('visible_until');
  return (
    <>
      <Segments
        label={t('office.product.visibility')}
        choices={[
          { value: 'visible', label: t('office.product.visible') },
          { value: 'hidden', label: t('office.product.hidden') },
          { value: 'scheduled', label: t('office.product.scheduled') },
        ]}
        value={current}
        onChoose={(choice) => choose(editor, choice)}
      />
      {times.map((field) => (
        <EditField
          key={field}
          label={t(LABELS[field])}
          hint={t('office.product.shopTime')}
          error={errors[field]}
          isChanged={editor.isChanged(field)}
        >
          {(control) => (
            <input
              {...control}
              type="datetime-local"
              className="o-field"
              value={form[field]}
              onChange={({ target }) => editor.set(field, target.value)}
            />
          )}
        </EditField>
      ))}
    </>
  );
}

function visibilityOf({ visible, visible_from }: ProductForm): Visibility {
  if (visible) return 'visible';
  return visible_from ? 'scheduled' : 'hidden';
}

/** Sets the visibility. A new schedule begins tomorrow morning. */
function choose({ form, set }: ProductFormEditor, choice: Visibility): void {
  set('visible', choice === 'visible');
  if (choice === 'scheduled') set('visible_from', form.visible_from || `${tomorrow()}T08:00`);
  else set('visible_from', '');
  if (choice === 'hidden') set('visible_until', '');
}

const tomorrow = () => daysBefore(shopDay(shopNow()), -1);
