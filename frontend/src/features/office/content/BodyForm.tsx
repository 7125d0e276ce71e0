import { useT } from '@/shared/i18n/language-context';
import { EditPanel } from '../product/EditPanel';
import { ContentFieldInput } from './ContentFieldInput';
import type { ContentBody, ContentKind } from './content-api';
import type { ContentErrors } from './content-form';
import { SECTIONS } from './content-schema';

type BodyFormProps = {
  kind: ContentKind;
  body: ContentBody;
  errors: ContentErrors;
  onChange: (name: string, value: unknown) => void;
};

/** Form of a content item: the fields of its kind, by section. */
export function BodyForm({ kind, body, errors, onChange }: BodyFormProps) {
  const t = useT();
  return SECTIONS[kind].map(({ title, fields }) => (
    <EditPanel key={title} title={t(title)}>
      {fields.map((field) => (
        <ContentFieldInput
          key={field.name}
          field={field.type === 'list' ? { ...field, isLabelHidden: field.label === title } : field}
          path=""
          value={body}
          errors={errors}
          onChange={onChange}
        />
      ))}
    </EditPanel>
  ));
}
