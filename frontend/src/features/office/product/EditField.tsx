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
  fault?: MessageKey | undefined;
  hint?: string | undefined;
  isChanged?: boolean;
  /** Whether only the other language has a text. */
  isMissing?: boolean;
  children: (control: EditControl) => ReactNode;
};

/** Field of the product form: label, language, changed mark and error. */
export function EditField(props: EditFieldProps) {
  const { label, language, fault, hint, isChanged = false, isMissing = false, children } = props;
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
        'aria-invalid': fault !== undefined,
        'aria-describedby': fault || hint ? `${id}-note` : undefined,
        'data-changed': isChanged || undefined,
        'data-missing': isMissing || undefined,
      })}
      {(fault || hint) && (
        <p id={`${id}-note`} className={fault ? 'o-small text-err' : 'o-note'}>
          {fault ? t(fault) : hint}
        </p>
      )}
    </div>
  );
}
