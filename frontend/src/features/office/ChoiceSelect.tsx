import { type ComponentProps, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { ChoicesNote } from './ChoicesNote';
import type { ChoicesList } from './choices-list';

/** Value of the option that says that the choices load or have failed; it is shown instead of no choice. */
const UNLOADED = 'unloaded';

type ChoiceSelectProps = Omit<ComponentProps<'select'>, 'value' | 'onChange'> & {
  list: ChoicesList;
  isEmpty: boolean;
  /** Text of no choice, whose value is empty; undefined if there is always a choice. */
  none: string | undefined;
  /** Whether no choice can only be the initial state. */
  isRequired?: boolean;
  /** Whether an empty value was loaded with its record, so that it says that there is no choice. */
  isNoneKnown?: boolean;
  value: string;
  onChange: (value: string) => void;
  /** Whether the note is below the field. Fields that share a list have one note. */
  hasNote?: boolean;
};

/**
 * Field with choices from the server, as options in `children`, and their load state. While they are not known, it does
 * not read as if the person had chosen nothing; `focusUnloadedChoice` finds it then.
 */
export function ChoiceSelect({
  list,
  isEmpty,
  none,
  isRequired = false,
  isNoneKnown = false,
  value,
  onChange,
  hasNote = true,
  children,
  ...select
}: ChoiceSelectProps) {
  const t = useT();
  const [isNoneChosen, setNoneChosen] = useState(false);
  const isUnloaded = value === '' && !isNoneKnown && list.state !== 'loaded' && !isNoneChosen;
  const noteId = select.id && hasNote ? `${select.id}-choices` : undefined;
  const describedBy = [select['aria-describedby'], noteId].filter(Boolean).join(' ');
  return (
    <>
      <select
        className="o-select"
        {...select}
        aria-describedby={describedBy || undefined}
        aria-busy={list.state === 'loading' || undefined}
        data-unloaded={isUnloaded || undefined}
        value={isUnloaded ? UNLOADED : value}
        onChange={({ target }) => {
          setNoneChosen(target.value === '');
          onChange(target.value);
        }}
      >
        {(isUnloaded || list.state === 'loading') && (
          <option value={UNLOADED} disabled>
            {t(list.state === 'failed' ? 'office.choices.failed' : 'state.loading')}
          </option>
        )}
        {none !== undefined && (
          <option value="" disabled={isRequired}>
            {none}
          </option>
        )}
        {children}
      </select>
      {hasNote && (
        <ChoicesNote
          {...(noteId && { id: noteId })}
          list={list}
          isEmpty={isEmpty}
          isLoadingShown={false}
        />
      )}
    </>
  );
}
