import { NotebookPen } from 'lucide-react';
import { useId, useState } from 'react';
import { OfficeButton } from '../OfficeButton';
import type { OrderActionName, StaffOrder } from '../staff-order-types';
import { useOffice } from '../use-office-format';
import { LogRow } from './LogRow';
import { OlderLog } from './OlderLog';
import { useMarkEditing } from './presence-context';
import type { RunAction } from './use-order-action';

const MAX_NOTE_LENGTH = 500;

type OrderLogPanelProps = {
  order: StaffOrder;
  run: RunAction;
  running: OrderActionName | null;
};

/** Log of the order, newest first, with a field for a note that only the staff see. */
export function OrderLogPanel({ order, run, running }: OrderLogPanelProps) {
  const { t } = useOffice();
  const [isWriting, setWriting] = useState(false);
  return (
    <section aria-labelledby="order-log" className="o-panel">
      <div className="o-panel-head">
        <h2 id="order-log" className="o-h2">
          {t('office.history')}
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
        {isWriting && <NoteForm run={run} running={running} onDone={() => setWriting(false)} />}
        <ol className="o-log">
          {order.log.map((entry) => (
            <LogRow
              key={`${entry.at} ${entry.action} ${entry.to} ${entry.amount ?? ''}`}
              entry={entry}
              order={order}
            />
          ))}
        </ol>
        {order.log_cursor != null && <OlderLog order={order} cursor={order.log_cursor} />}
      </div>
    </section>
  );
}

type NoteFormProps = { run: RunAction; running: OrderActionName | null; onDone: () => void };

function NoteForm({ run, running, onDone }: NoteFormProps) {
  const { t } = useOffice();
  const id = useId();
  const [note, setNote] = useState('');
  useMarkEditing(true);
  return (
    <form
      className="o-form"
      onSubmit={async (event) => {
        event.preventDefault();
        if (note.trim() && (await run('note', { note: note.trim() }))) onDone();
      }}
    >
      <label htmlFor={id}>{t('office.noteLabel')}</label>
      <textarea
        id={id}
        // biome-ignore lint/a11y/noAutofocus: the press that opens the field is for writing in it
        autoFocus
        rows={2}
        maxLength={MAX_NOTE_LENGTH}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        className="o-textarea"
      />
      <div className="o-ask-actions">
        <OfficeButton onClick={onDone}>{t('action.cancel')}</OfficeButton>
        <OfficeButton
          type="submit"
          kind="primary"
          disabled={note.trim() === ''}
          isLoading={running === 'note'}
        >
          {t('office.noteSave')}
        </OfficeButton>
      </div>
    </form>
  );
}
