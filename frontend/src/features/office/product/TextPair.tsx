import { Copy } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { OfficeButton } from '../OfficeButton';
import { EditField } from './EditField';
import { type FormErrors, isHalf, type PAIRS } from './product-form';
import type { ProductFormEditor } from './use-product-form';

type TextPairProps = {
  editor: ProductFormEditor;
  errors: FormErrors;
  label: string;
  fields: (typeof PAIRS)[number];
  isLong?: boolean;
};

/** Field for a text in Lao and English, side by side. An empty one can be filled with a copy of the other. */
export function TextPair({ editor, errors, label, fields, isLong = false }: TextPairProps) {
  const t = useT();
  const [lao, english] = fields;
  const { form, isChanged, set } = editor;
  const isIncomplete = isHalf(form[lao], form[english]);
  return (
    <div className="o-pair">
      {fields.map((field) => {
        const isLao = field === lao;
        const isMissing = isIncomplete && form[field].trim() === '';
        return (
          <EditField
            key={field}
            label={label}
            language={t(isLao ? 'office.product.lao' : 'office.product.english')}
            error={errors[field]}
            isChanged={isChanged(field)}
            isMissing={isMissing}
          >
            {(control) => {
              const shared = {
                ...control,
                lang: isLao ? 'lo' : 'en',
                value: form[field],
                placeholder: isMissing ? t('office.product.untranslated') : undefined,
                onChange: ({ target }: { target: { value: string } }) => set(field, target.value),
                className: 'o-field',
              };
              return (
                <span className="o-copyable">
                  {isLong ? <textarea {...shared} rows={3} /> : <input {...shared} />}
                  {isMissing && (
                    <OfficeButton
                      kind="link"
                      icon={Copy}
                      onClick={() => set(field, form[isLao ? english : lao])}
                    >
                      {t('office.product.copy')}
                    </OfficeButton>
                  )}
                </span>
              );
            }}
          </EditField>
        );
      })}
    </div>
  );
}
