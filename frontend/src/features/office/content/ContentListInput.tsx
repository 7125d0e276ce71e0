import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { OfficeButton, OfficeIconButton } from '../OfficeButton';
import { ContentFieldInput } from './ContentFieldInput';
import type { ContentBody } from './content-api';
import type { ContentErrors } from './content-form';
import type { ContentField } from './content-schema';

type ContentListInputProps = {
  field: Extract<ContentField, { type: 'list' }>;
  path: string;
  items: unknown[];
  errors: ContentErrors;
  onChange: (items: unknown[]) => void;
};

/** List input: items with their fields, which buttons move, remove and add. */
export function ContentListInput({ field, path, items, errors, onChange }: ContentListInputProps) {
  const t = useT();
  const id = useId();
  const { create, max, hint, itemLabel, isLabelHidden } = field;
  const replace = (index: number, item: unknown) => onChange(items.with(index, item));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own look
    <div role="group" aria-labelledby={id} className="o-content-list">
      <h3 id={id} className={isLabelHidden && !hint ? 'sr-only' : 'o-note'}>
        {hint ? t(hint) : t(field.label)}
      </h3>
      {items.map((item, index) => {
        const number = index + 1;
        const label = t(itemLabel, { number });
        return (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: the items of a body have no other identity
            key={index}
            className="o-content-item"
          >
            <legend>{label}</legend>
            <span className="o-content-item-actions">
              <OfficeIconButton
                icon={ArrowUp}
                label={t('office.content.earlier', { item: label })}
                disabled={index === 0}
                onClick={() => onChange(moved(items, index, index - 1))}
              />
              <OfficeIconButton
                icon={ArrowDown}
                label={t('office.content.later', { item: label })}
                disabled={number === items.length}
                onClick={() => onChange(moved(items, index, index + 1))}
              />
              {create && (
                <OfficeIconButton
                  icon={Trash2}
                  label={t('office.content.takeOut', { item: label })}
                  onClick={() => onChange(items.toSpliced(index, 1))}
                />
              )}
            </span>
            {field.item.map((one) => (
              <ContentFieldInput
                key={one.name}
                field={one}
                path={`${path}[${index}]`}
                value={item}
                errors={errors}
                onChange={(name, value) =>
                  replace(index, name === '' ? value : { ...(item as ContentBody), [name]: value })
                }
              />
            ))}
          </fieldset>
        );
      })}
      {create && (
        <OfficeButton
          icon={Plus}
          disabled={max !== undefined && items.length >= max}
          onClick={() => onChange([...items, create(items as ContentBody[])])}
        >
          {t('office.content.add', { item: t(itemLabel, { number: items.length + 1 }) })}
        </OfficeButton>
      )}
    </div>
  );
}

const moved = (items: unknown[], from: number, to: number): unknown[] =>
  items.toSpliced(from, 1).toSpliced(to, 0, items[from]);
