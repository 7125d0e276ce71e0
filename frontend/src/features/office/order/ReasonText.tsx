import { useId } from 'react';
import { useT } from '@/shared/i18n/language-context';

const MAX_REASON_LENGTH = 500;

type ReasonTextProps = { value: string; isWrong: boolean; onChange: (value: string) => void };

/** Field for the reason of an action, which only the staff see. */
export function ReasonText({ value, isWrong, onChange }: ReasonTextProps) {
  const t = useT();
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-semibold">
        {t('office.reason')}
      </label>
      <textarea
        id={id}
        rows={3}
        maxLength={MAX_REASON_LENGTH}
        value={value}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        onChange={({ target }) => onChange(target.value)}
        className="o-textarea"
      />
      {isWrong && (
        <p id={`${id}-error`} role="alert" className="o-small text-err">
          {t('office.reasonMissing')}
        </p>
      )}
    </div>
  );
}
