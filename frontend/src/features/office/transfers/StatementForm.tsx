import { Search } from 'lucide-react';
import { useId } from 'react';
import { pressedKey } from '@/shared/forms/pressed-key';
import { useT } from '@/shared/i18n/language-context';
import { OfficeButton } from '../OfficeButton';
import { MAX_STATEMENT_LENGTH } from './transfers-api';

type StatementFormProps = {
  text: string;
  isRunning: boolean;
  /** Reason why the statement was refused. */
  error: string | undefined;
  onChange: (text: string) => void;
  onSubmit: () => void;
};

/** Form for lines of a bank statement. Ctrl or ⌘ with Enter submits it. */
export function StatementForm({ text, isRunning, error, onChange, onSubmit }: StatementFormProps) {
  const t = useT();
  const id = useId();
  const isEmpty = text.trim() === '';
  return (
    <form
      className="o-panel"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty && !isRunning) onSubmit();
      }}
    >
      <div className="o-panel-body o-stack gap-3">
        <label htmlFor={id} className="font-semibold">
          {t('office.transfers.statement')}
        </label>
        <textarea
          id={id}
          rows={6}
          maxLength={MAX_STATEMENT_LENGTH}
          spellCheck={false}
          value={text}
          aria-invalid={error !== undefined}
          aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={(event) => {
            if (pressedKey(event) !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
          className="o-textarea"
        />
        {error && (
          <p id={`${id}-error`} role="alert" className="o-small text-err">
            {error}
          </p>
        )}
        <div className="o-row flex-wrap">
          <p id={`${id}-hint`} className="o-note o-grow max-lg:basis-full">
            {t('office.transfers.hint')}
          </p>
          <OfficeButton
            type="submit"
            kind="primary"
            icon={Search}
            disabled={isEmpty}
            isLoading={isRunning}
          >
            {t('office.transfers.find')}
          </OfficeButton>
        </div>
      </div>
    </form>
  );
}
