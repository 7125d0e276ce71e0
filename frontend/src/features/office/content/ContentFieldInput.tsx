import { useT } from '@/shared/i18n/language-context';
import { EditField } from '../product/EditField';
import { BothTextsInput } from './BothTextsInput';
import { ContentListInput } from './ContentListInput';
import { below, type ContentErrors, fieldOf } from './content-form';
import { isNumberType, numberError } from './content-number';
import type { BothTexts, ContentField } from './content-schema';
import { MediaInput } from './MediaInput';
import { NumberInput } from './NumberInput';
import { PlainInput } from './PlainInput';
import { ProductsInput } from './ProductsInput';
import { PromotionTypeInput } from './PromotionTypeInput';

export type ContentFieldProps = {
  field: ContentField;
  /** Path of the object that has the field. */
  path: string;
  value: unknown;
  errors: ContentErrors;
  /** Changes a field of the object; an empty name replaces the value itself. */
  onChange: (name: string, value: unknown) => void;
};

const NO_TEXT: BothTexts = { la: '', en: '' };

/** Input of one field of a body, by the field's type. */
export function ContentFieldInput(props: ContentFieldProps) {
  const { field, path, value, errors, onChange } = props;
  const t = useT();
  const at = below(path, field.name);
  const own = fieldOf(value, field.name);
  const label = t(field.label);
  const set = (next: unknown) => onChange(field.name, next);
  switch (field.type) {
    case 'text':
    case 'prose':
      return (
        <BothTextsInput
          label={label}
          hint={field.hint && t(field.hint)}
          isLong={field.type === 'prose'}
          texts={(own as BothTexts | null) ?? NO_TEXT}
          errors={{ la: errors[`${at}.la`] ?? errors[at], en: errors[`${at}.en`] }}
          onChange={set}
        />
      );
    case 'pair':
    case 'prosePair': {
      const english = fieldOf(value, field.english);
      return (
        <BothTextsInput
          label={label}
          isLong={field.type === 'prosePair'}
          texts={{ la: String(own), en: String(english) }}
          errors={{ la: errors[at], en: errors[below(path, field.english)] }}
          onChange={({ la, en }) => {
            if (la !== own) set(la);
            if (en !== english) onChange(field.english, en);
          }}
        />
      );
    }
    case 'list':
      return (
        <ContentListInput
          field={field}
          path={at}
          items={own as unknown[]}
          errors={errors}
          onChange={set}
        />
      );
    case 'products':
      return (
        <ProductsInput ids={own as number[]} error={errors[at]} label={label} onChange={set} />
      );
    default: {
      const error = errors[at] ?? (isNumberType(field.type) && numberError(field.type, own));
      return (
        <EditField label={label} error={error || undefined} hint={field.hint && t(field.hint)}>
          {(control) => {
            const shared = { control, value: own, onChange: set };
            if (field.type === 'image' || field.type === 'document') {
              return <MediaInput {...shared} type={field.type} />;
            }
            if (field.type === 'promotionType') {
              return (
                <PromotionTypeInput
                  control={control}
                  value={own}
                  newType={fieldOf(value, 'new_type') as BothTexts | undefined}
                  error={errors.new_type}
                  onChange={(id, newType) => {
                    set(id);
                    onChange('new_type', newType);
                  }}
                />
              );
            }
            return isNumberType(field.type) ? (
              <NumberInput {...shared} type={field.type} />
            ) : (
              <PlainInput {...shared} type={field.type} />
            );
          }}
        </EditField>
      );
    }
  }
}
