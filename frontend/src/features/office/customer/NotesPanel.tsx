import { useQueryClient } from '@tanstack/react-query';
import { NotebookPen } from 'lucide-react';
import { useId, useState } from 'react';
import { useNow } from '@/shared/hooks/use-now';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { InlineAlert } from '@/shared/ui/Notice';
import { customerProblem } from '../customers/customer-problem';
import { addNote, type CustomerProfile, renewCustomers } from '../customers/staff-customers-api';
import { OfficeButton } from '../OfficeButton';
import { fullMoment, shortMoment } from '../office-dates';
import { useOffice } from '../use-office-format';

const MAX_NOTE_LENGTH = 1000;
const CLOCK_MS = 60_000;

/** Notes of the staff about a customer, newest first. The customer does not see them. */
export function NotesPanel({ customer: { account, notes } }: { customer: CustomerProfile }) {
  const { t, language } = useOffice();
  const now = useNow(CLOCK_MS);
  const [isWriting, setWriting] = useState(false);
  return (
    <section aria-labelledby="customer-notes" className="o-panel">
      <div className="o-panel-head">
        <h2 id="customer-notes" className="o-h2">
          {t('office.customer.notes')}
        </h2>
        <OfficeButton
          kind="link"
          icon={NotebookPen}
          aria-expanded={isWriting}
          onClick={() => setWriting(!isWriting)}
        >
          {t('office.note')}
        </OfficeButton>
      </div>
      <div className="o-panel-body o-stack gap-3">
        {isWriting && <NoteForm cusId={account.cus_id} onDone={() => setWriting(false)} />}
        {notes.length === 0 ? (
          <p className="o-muted">{t('office.customer.noNotes')}</p>
        ) : (
          <ol className="o-log">
            {notes.map((note) => (
              <li key={note.note_id}>
                <span className="wrap-anywhere whitespace-pre-line">
                  <LocalizedText>{note.text}</LocalizedText>
                </span>
                <time dateTime={note.at} title={fullMoment(note.at, language)}>
                  {shortMoment(note.at, now, language)}
                </time>
                <small>
                  <LocalizedText>{note.by || t('office.staff')}</LocalizedText>
                </small>
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}

function NoteForm({ cusId, onDone }: { cusId: number; onDone: () => void }) {
  const { t } = useOffice();
  const client = useQueryClient();
  const id = useId();
  const [text, setText] = useState('');
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<string>();
  const save = async () => {
    if (text.trim() === '') return;
    setRunning(true);
    setProblem(undefined);
    try {
      await addNote(cusId, text.trim());
      await renewCustomers(client);
      onDone();
    } catch (error) {
      setProblem(customerProblem(t, error));
      setRunning(false);
    }
  };
  return (
    <form
      className="o-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {problem && <InlineAlert kind="err" title={problem} />}
      <label htmlFor={id}>{t('office.noteLabel')}</label>
      <textarea
        id={id}
        // biome-ignore lint/a11y/noAutofocus: the press that opens the field is for writing in it
        autoFocus
        rows={3}
        maxLength={MAX_NOTE_LENGTH}
        value={text}
        onChange={({ target }) => setText(target.value)}
        className="o-textarea"
      />
      <div className="o-ask-actions">
        <OfficeButton onClick={onDone}>{t('action.cancel')}</OfficeButton>
        <OfficeButton
          type="submit"
          kind="primary"
          disabled={text.trim() === ''}
          isLoading={isRunning}
        >
          {t('office.noteSave')}
        </OfficeButton>
      </div>
    </form>
  );
}
