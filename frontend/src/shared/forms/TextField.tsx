import type { ComponentProps } from 'react';
import { controlStyle } from './control-style';
import { Field, type FieldProps } from './Field';

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id' | 'children'>;

export function TextField({ label, error, hint, isOptional, className, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, error, hint, isOptional, className }}>
      {(control) => (
        <input type="text" {...input} {...control} className={controlStyle(Boolean(error))} />
      )}
    </Field>
  );
}

/** Field for a Lao phone number. Lao digits and `+856` are accepted, so the input is not filtered while typing. */
export function PhoneField(props: TextFieldProps) {
  return (
    <TextField
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      dir="ltr"
      placeholder="020 5xxx xxxx"
      maxLength={40}
      {...props}
    />
  );
}

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'id' | 'children'>;

export function TextAreaField({
  label,
  error,
  hint,
  isOptional,
  className,
  ...area
}: TextAreaProps) {
  return (
    <Field {...{ label, error, hint, isOptional, className }}>
      {(control) => (
        <textarea
          rows={2}
          {...area}
          {...control}
          className={controlStyle(Boolean(error), 'py-2.5')}
        />
      )}
    </Field>
  );
}
