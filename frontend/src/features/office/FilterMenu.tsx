import { ChevronDown, X } from 'lucide-react';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { ChoicesNote } from './ChoicesNote';
import type { ChoicesList } from './choices-list';
import { useMenuCloses } from './use-menu-closes';

type FilterMenuProps = {
  label: string;
  /** Label of the active choice; undefined if none is. */
  value: string | undefined;
  onClear: () => void;
  children: (close: () => void) => ReactNode;
};

/** Filter of a list: a button with the active choice, a menu of choices, and a button that clears it. */
export function FilterMenu({ label, value, onClear, children }: FilterMenuProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setOpen(false), []);
  useMenuCloses(menu, isOpen, close);
  // The choice or the button that had the focus disappears.
  const closeToTrigger = () => {
    close();
    trigger.current?.focus();
  };
  return (
    <div ref={menu} className="o-filter" data-on={value !== undefined || undefined}>
      <button
        ref={trigger}
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="o-filter-button"
      >
        {value === undefined ? (
          label
        ) : (
          <>
            {label}: <b>{value}</b>
          </>
        )}
        {value === undefined && <Icon of={ChevronDown} size="s" />}
      </button>
      {value !== undefined && (
        <button
          type="button"
          aria-label={t('office.filter.clear', { name: label })}
          onClick={() => {
            onClear();
            closeToTrigger();
          }}
          className="o-filter-clear"
        >
          <Icon of={X} size="s" />
        </button>
      )}
      {isOpen && <div className="o-menu">{children(closeToTrigger)}</div>}
    </div>
  );
}

export type FilterChoicesProps = {
  label: string;
  choices: { value: string; label: string }[];
  /** Load state of choices from the server. */
  list?: ChoicesList | undefined;
  value: string | undefined;
  onChoose: (value: string | undefined) => void;
};

/** Choices of which one can be active. Choosing it again clears it. */
export function FilterChoices({ label, choices, list, value, onChoose }: FilterChoicesProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own look
    <div role="group" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChoose(choice.value === value ? undefined : choice.value)}
          className="o-menu-item"
        >
          {choice.label}
        </button>
      ))}
      {list && <ChoicesNote list={list} isEmpty={choices.length === 0} />}
    </div>
  );
}
