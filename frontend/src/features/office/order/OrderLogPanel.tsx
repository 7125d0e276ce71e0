import { NotebookPen } from 'lucide-react';
import { useId, useState } from 'react';
import { useNow } from '@/shared/hooks/use-now';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { OfficeButton } from '../OfficeButton';
import { OfficeKip } from '../OfficeKip';
import { fullMoment, shortMoment } from '../office-dates';
import { meansText } from '../order-labels';
import type { OrderActionName, OrderLogEntry, StaffOrder } from '../staff-order-types';
import { useOffice } from '../use-office-format';
import { logKind, logText } from './log-text';
import { useMarkEditing } from './presence-context';
import type { RunAction } from './use-order-action';

const MAX_NOTE_LENGTH = 500;
const CLOCK_MS = 60_000;

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
      </div>
    </section>
  );
}

function LogRow({ entry, order }: { entry: OrderLogEntry; order: StaffOrder }) {
  const { t, language } = useOffice();
  const now = useNow(CLOCK_MS);
  return (
    <li data-kind={logKind(entry)}>
      <span>
        <LocalizedText>{logText(t, entry, order.delivery.method)}</LocalizedText>
        {entry.amount ? (
          <>
            {' '}
            <OfficeKip value={entry.amount} />
          </>
        ) : null}
        {entry.method && ` · ${t(meansText(entry.method))}`}
        {entry.reference && (
          <>
            {' · '}
            <Ltr>{entry.reference}</Ltr>
          </>
        )}
      </span>
      <time dateTime={entry.at} title={fullMoment(entry.at, language)}>
        {shortMoment(entry.at, now, language)}
      </time>
      {entry.note && <small>“{entry.note}”</small>}
    </li>
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
