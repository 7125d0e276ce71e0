import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { IconButton } from '@/shared/ui/Button';
import { controlStyle } from './control-style';
import { Field, type FieldProps } from './Field';

type PasswordFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id' | 'type' | 'children'>;

/** Password field with a button that shows the text. */
export function PasswordField({
  label,
  error,
  hint,
  isOptional,
  className,
  ...input
}: PasswordFieldProps) {
  const t = useT();
  const [isShown, setIsShown] = useState(false);
  return (
    <Field {...{ label, error, hint, isOptional, className }}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={controlStyle(Boolean(error), 'pe-13')}
          />
          <IconButton
            icon={isShown ? EyeOff : Eye}
            label={t(isShown ? 'form.hidePassword' : 'form.showPassword')}
            aria-pressed={isShown}
            aria-controls={control.id}
            onClick={() => setIsShown(!isShown)}
            className="absolute! end-0.5 top-0.5"
          />
        </div>
      )}
    </Field>
  );
}
