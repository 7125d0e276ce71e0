import { LoaderCircle, type LucideIcon, X } from 'lucide-react';
import { type ReactNode, type Ref, useId, useState } from 'react';
import { pressedKey } from '@/shared/forms/pressed-key';
import { useBackCloses } from '@/shared/hooks/use-back-closes';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { FinderStatus } from './FinderStatus';

export type FinderOption = { key: string; content: ReactNode; isDisabled?: boolean };

type FinderProps = {
  label: string;
  icon: LucideIcon;
  text: string;
  onText: (text: string) => void;
  options: FinderOption[];
  /** Whether Enter chooses the first option without an arrow key. */
  isFirstChosen: boolean;
  onPick: (key: string) => void;
  /** Called on Enter without a chosen option. */
  onEnter?: () => void;
  /** Status text shown instead of options. */
  status?: string | undefined;
  /** Searches again; given if `status` says that the search failed. */
  onRetry?: (() => void) | undefined;
  isBusy?: boolean;
  isInvalid?: boolean;
  describedBy?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
};

/** Search combobox: arrow keys select an option, Enter chooses it, Escape and the browser's back button clear the input. */
export function Finder(props: FinderProps) {
  const { label, icon, text, onText, options, isFirstChosen, onPick, onEnter } = props;
  const { status, onRetry, isBusy = false, isInvalid = false, describedBy, inputRef } = props;
  const t = useT();
  const id = useId();
  const [chosenKey, setChosenKey] = useState<string>();
  const isSearched = text.trim() !== '';
  const isOpen = isSearched && options.length > 0;
  const isListed = isSearched && (isOpen || status !== undefined);
  // The list covers what is below it. It comes and goes while the user types, unlike its history entry.
  const [hasEntry, setHasEntry] = useState(false);
  if (hasEntry ? !isSearched : isListed) setHasEntry(!hasEntry);
  useBackCloses(hasEntry, () => onText(''));
  const usable = options.filter(({ isDisabled }) => !isDisabled);
  const fallback = isFirstChosen ? usable[0] : undefined;
  const chosen = usable.find(({ key }) => key === chosenKey) ?? fallback;
  const optionId = (key: string) => `${id}-${key}`;
  const move = (step: 1 | -1) => {
    if (usable.length === 0) return;
    const at = chosen ? usable.indexOf(chosen) : step === 1 ? -1 : 0;
    const next = usable[(at + step + usable.length) % usable.length];
    setChosenKey(next?.key);
    if (next) document.getElementById(optionId(next.key))?.scrollIntoView({ block: 'nearest' });
  };
  const pick = (key: string) => {
    setChosenKey(undefined);
    onPick(key);
  };
  return (
    <div className="o-finder">
      <div className="o-input" data-invalid={isInvalid || undefined}>
        <Icon
          of={isBusy ? LoaderCircle : icon}
          size="s"
          className={isBusy ? 'animate-spin' : undefined}
        />
        <input
          ref={inputRef}
          type="search"
          role="combobox"
          autoComplete="off"
          enterKeyHint="done"
          value={text}
          maxLength={200}
          aria-label={label}
          placeholder={label}
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-list` : undefined}
          aria-autocomplete="list"
          aria-invalid={isInvalid}
          aria-describedby={describedBy}
          aria-activedescendant={isOpen && chosen ? optionId(chosen.key) : undefined}
          onChange={({ target }) => {
            setChosenKey(undefined);
            onText(target.value);
          }}
          onKeyDown={(event) => {
            const key = pressedKey(event);
            if (key === 'ArrowDown') move(1);
            else if (key === 'ArrowUp') move(-1);
            else if (key === 'Escape' && text !== '') onText('');
            else if (key === 'Enter' && !event.ctrlKey && !event.metaKey) {
              if (chosen) pick(chosen.key);
              else onEnter?.();
            } else return;
            event.preventDefault();
          }}
        />
        {text && (
          <button
            type="button"
            aria-label={t('office.searchClear')}
            onClick={() => onText('')}
            className="grid size-8 flex-none place-items-center rounded-sm"
          >
            <Icon of={X} size="s" />
          </button>
        )}
      </div>
      {isListed && (
        <div className="o-finder-list">
          {isOpen && (
            <div role="listbox" id={`${id}-list`} aria-label={label}>
              {options.map(({ key, content, isDisabled }) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the focus and the keys
                <div
                  key={key}
                  id={optionId(key)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={key === chosen?.key}
                  aria-disabled={isDisabled || undefined}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => !isDisabled && pick(key)}
                  className="o-finder-option"
                >
                  {content}
                </div>
              ))}
            </div>
          )}
          {status && <FinderStatus status={status} onRetry={onRetry} />}
        </div>
      )}
    </div>
  );
}
