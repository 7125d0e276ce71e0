import { type ReactNode, useId } from 'react';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';

export type EditControl = {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
  'data-changed': true | undefined;
  'data-missing': true | undefined;
};

type EditFieldProps = {
  label: string;
  /** Language of the text, shown beside the label. */
  language?: string;
  error?: MessageKey | undefined;
  hint?: string | undefined;
  isChanged?: boolean;
  /** Whether only the other language has a text. */
  isMissing?: boolean;
  children: (control: EditControl) => ReactNode;
};

/** Field of the product form: label, language, changed mark and error. */
export function EditField(props: EditFieldProps) {
  const { label, language, error, hint, isChanged = false, isMissing = false, children } = props;
  const t = useT();
  const id = useId();
  return (
    <div className="o-label">
      <label htmlFor={id}>
        {label}
        {language && <em>{language}</em>}
      </label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': error || hint ? `${id}-note` : undefined,
        'data-changed': isChanged || undefined,
        'data-missing': isMissing || undefined,
      })}
      {(error || hint) && (
        <p id={`${id}-note`} className={error ? 'o-small text-err' : 'o-note'}>
          {error ? t(error) : hint}
        </p>
      )}
    </div>
  );
}
