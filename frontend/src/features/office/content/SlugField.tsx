import { useT } from '@/shared/i18n/language-context';
import { EditField } from '../product/EditField';
import { EditPanel } from '../product/EditPanel';
import type { ContentErrors } from './content-form';

type SlugFieldProps = { slug: string; errors: ContentErrors; onChange: (slug: string) => void };

/** Field for the address of a new page. It does not change with the title later. */
export function SlugField({ slug, errors, onChange }: SlugFieldProps) {
  const t = useT();
  return (
    <EditPanel title={t('office.content.field.slug')}>
      <EditField
        label={t('office.content.field.slug')}
        hint={t('office.content.hint.slug')}
        error={errors.item_id}
      >
        {(control) => (
          <input
            {...control}
            className="o-field"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={100}
            placeholder="news/7"
            value={slug}
            onChange={({ target }) => onChange(target.value.trim())}
          />
        )}
      </EditField>
    </EditPanel>
  );
}
