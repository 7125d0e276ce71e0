import { useId } from 'react';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';

const MAX_REASON_LENGTH = 500;
const REASONS: MessageKey[] = [
  'office.return.reason.damaged',
  'office.return.reason.wrong',
  'office.return.reason.faulty',
  'office.return.reason.unwanted',
];

type ReasonFieldProps = { value: string; isWrong: boolean; onChange: (value: string) => void };

/** Field for the reason of a return, with the usual reasons to choose from. */
export function ReasonField({ value, isWrong, onChange }: ReasonFieldProps) {
  const t = useT();
  const id = useId();
  return (
    <div className="o-label">
      <label htmlFor={id}>{t('office.reason')}</label>
      <input
        id={id}
        list={`${id}-reasons`}
        autoComplete="off"
        maxLength={MAX_REASON_LENGTH}
        value={value}
        aria-required
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        onChange={({ target }) => onChange(target.value)}
        className="o-field"
      />
      <datalist id={`${id}-reasons`}>
        {REASONS.map((one) => (
          <option key={one} value={t(one)} />
        ))}
      </datalist>
      {isWrong && (
        <p id={`${id}-error`} role="alert" className="o-small text-err">
          {t('office.reasonMissing')}
        </p>
      )}
    </div>
  );
}
