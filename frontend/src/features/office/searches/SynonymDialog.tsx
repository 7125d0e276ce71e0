import { useQueryClient } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { InlineAlert } from '@/shared/ui/Notice';
import { toast } from '@/shared/ui/toast';
import { OfficeButton, OfficeIconButton } from '../OfficeButton';
import { OfficeDialog } from '../OfficeDialog';
import {
  createSynonyms,
  renewSearches,
  type SynonymGroup,
  updateSynonyms,
} from './staff-searches-api';
import { synonymProblem } from './synonym-problem';

const MIN_WORDS = 2;
const MAX_WORDS = 20;
const MAX_WORD_LENGTH = 60;

type SynonymDialogProps = {
  isOpen: boolean;
  /** Initial words. */
  words: string[];
  /** The group to change; undefined for a new one. */
  group?: SynonymGroup | undefined;
  onClose: () => void;
};

/** Dialog for a synonym group: words with the same meaning, in any language. */
export function SynonymDialog({ isOpen, words, group, onClose }: SynonymDialogProps) {
  const t = useT();
  const title = t(group ? 'office.searches.editGroup' : 'office.searches.addGroup');
  return (
    <OfficeDialog isOpen={isOpen} onClose={onClose} title={title}>
      {isOpen && <SynonymForm words={words} group={group} onClose={onClose} />}
    </OfficeDialog>
  );
}

type Row = { id: number; text: string };

function SynonymForm({ words, group, onClose }: Omit<SynonymDialogProps, 'isOpen'>) {
  const t = useT();
  const client = useQueryClient();
  const hintId = useId();
  const [rows, setRows] = useState<Row[]>(() =>
    [...words, ...Array<string>(Math.max(1, MIN_WORDS - words.length)).fill('')].map(
      (text, id) => ({
        id,
        text,
      }),
    ),
  );
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<string>();
  const typed = rows.map(({ text }) => text.trim()).filter((text) => text !== '');
  const write = (id: number, text: string) =>
    setRows(rows.map((row) => (row.id === id ? { ...row, text } : row)));
  const add = () =>
    setRows([...rows, { id: Math.max(...rows.map((row) => row.id)) + 1, text: '' }]);

  const save = async () => {
    if (typed.length < MIN_WORDS) {
      setProblem(t('office.searches.twoWords'));
      return;
    }
    setRunning(true);
    setProblem(undefined);
    try {
      await (group ? updateSynonyms(group, typed) : createSynonyms(typed));
      toast.success(t('office.searches.groupSaved'));
      onClose();
    } catch (error) {
      setProblem(synonymProblem(t, error));
      setRunning(false);
    }
    await renewSearches(client);
  };

  return (
    <form
      noValidate
      className="office-dialog grid gap-3.5 pt-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {problem && <InlineAlert kind="err" title={problem} />}
      <p id={hintId} className="o-note">
        {t('office.searches.groupHint')}
      </p>
      <ul className="o-stack gap-2">
        {rows.map((row, index) => (
          <li key={row.id} className="o-row">
            <span className="o-input min-w-0 flex-1">
              <input
                type="text"
                aria-label={t('office.searches.word', { number: index + 1 })}
                aria-describedby={hintId}
                // biome-ignore lint/a11y/noAutofocus: the dialog is for writing this word
                autoFocus={index === words.length}
                data-autofocus={index === words.length || undefined}
                autoComplete="off"
                autoCapitalize="none"
                maxLength={MAX_WORD_LENGTH}
                value={row.text}
                onChange={({ target }) => write(row.id, target.value)}
              />
            </span>
            <OfficeIconButton
              icon={X}
              label={t('office.searches.removeWord', { number: index + 1 })}
              disabled={rows.length <= MIN_WORDS}
              onClick={() => setRows(rows.filter(({ id }) => id !== row.id))}
            />
          </li>
        ))}
      </ul>
      <OfficeButton
        kind="link"
        icon={Plus}
        disabled={rows.length >= MAX_WORDS}
        onClick={add}
        className="justify-self-start"
      >
        {t('office.searches.moreWord')}
      </OfficeButton>
      <div className="o-ask-actions">
        <OfficeButton onClick={onClose}>{t('action.cancel')}</OfficeButton>
        <OfficeButton type="submit" kind="primary" isLoading={isRunning}>
          {t('office.searches.save')}
        </OfficeButton>
      </div>
    </form>
  );
}
