import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Icon } from '@/shared/ui/Icon';
import { controlStyle } from './control-style';
import { Field, type FieldProps } from './Field';

type SelectFieldProps = FieldProps &
  Omit<ComponentProps<'select'>, 'id' | 'children'> & {
    /** Text while nothing is selected. */
    placeholder: string;
    options: { value: string; label: string }[];
  };

/** Field with a native `select`, which opens the system's picker on phones. */
export function SelectField({
  label,
  error,
  hint,
  isOptional,
  className,
  placeholder,
  options,
  ...select
}: SelectFieldProps) {
  return (
    <Field {...{ label, error, hint, isOptional, className }}>
      {(control) => (
        <div className="relative">
          <select
            {...select}
            {...control}
            className={controlStyle(Boolean(error), 'appearance-none pe-11')}
          >
            <option value="">{placeholder}</option>
            {options.map(({ value, label: name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
          <Icon
            of={ChevronDown}
            className="pointer-events-none absolute end-3.5 top-3.5 text-text-3"
          />
        </div>
      )}
    </Field>
  );
}
