import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { LocalText } from '@/shared/api/types';
import { useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';

export type ControlProps = {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

export type FieldProps = {
  label: string;
  /** Error text with what to do, shown below the field. */
  error?: string | undefined;
  hint?: string | LocalText | undefined;
  isOptional?: boolean;
  className?: string;
};

type Props = FieldProps & { children: (control: ControlProps) => ReactNode };

/** Label, hint and error of a form control, also for screen readers. */
export function Field({ label, error, hint, isOptional = false, className, children }: Props) {
  const t = useT();
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = Boolean(error ?? hint);
  return (
    <div className={cx('grid content-start gap-1', className)}>
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
        {isOptional && <span className="font-normal text-text-3"> {t('form.optional')}</span>}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': hasNote ? noteId : undefined,
      })}
      {error ? (
        <p id={noteId} className="flex items-start gap-1 text-xs text-err">
          <Icon of={CircleAlert} size="s" className="mt-0.5" />
          <LocalizedText>{error}</LocalizedText>
        </p>
      ) : (
        hint && (
          <p id={noteId} className="text-xs text-text-3">
            <LocalizedText>{hint}</LocalizedText>
          </p>
        )
      )}
    </div>
  );
}
