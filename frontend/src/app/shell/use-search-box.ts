import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';
import { searchText } from '@/domain/search/search-text';
import { useSubmitSearch } from '@/domain/search/use-submit-search';
import { nextOption, optionIds } from '@/features/search/search-options';
import { pressedKey } from '@/shared/forms/pressed-key';
import { useFocusLeave } from './use-focus-leave';

/** Removes a recent search, given the id of its option; false if the option is not a recent search. */
type RemoveOption = (option: string) => boolean;

/**
 * State of the search box: text, list and keyboard. The focus stays in the input; `active` is the option selected by
 * keyboard.
 */
export function useSearchBox(input: RefObject<HTMLInputElement | null>, onLeave: () => void) {
  const submit = useSubmitSearch();
  const listId = useId();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState<string>();
  const removeOption = useRef<RemoveOption>(() => false);
  const [onRemoveReady] = useState(() => (remove: RemoveOption) => {
    removeOption.current = remove;
  });

  const close = () => {
    setOpen(false);
    setActive(undefined);
  };
  const focusLeaveProps = useFocusLeave(() => {
    close();
    onLeave();
  });
  const type = (typed: string) => {
    setText(typed);
    setActive(undefined);
    setOpen(true);
  };
  /** Called before the page is left. */
  const empty = () => {
    setText('');
    close();
    input.current?.blur();
  };
  const search = (typed: string) => {
    if (!searchText(typed)) return;
    empty();
    submit(typed);
  };
  const again = () => {
    type('');
    input.current?.focus();
  };

  /** Returns whether the key was handled. */
  const handle = (key: string): boolean => {
    if (key === 'Escape') {
      if (isOpen) close();
      else setText('');
      return true;
    }
    if (!isOpen) {
      if (key === 'ArrowDown') setOpen(true);
      return key === 'ArrowDown';
    }
    if (active && key === 'Delete' && removeOption.current(active)) {
      setActive(undefined);
      return true;
    }
    const option = active ? document.getElementById(active) : null;
    if (option && key === 'Enter') {
      option.click();
      return true;
    }
    const next = nextOption(key, optionIds(document.getElementById(listId)), active);
    if (next === null) return false;
    setActive(next);
    if (next) document.getElementById(next)?.scrollIntoView({ block: 'nearest' });
    return true;
  };
  const press = (event: KeyboardEvent) => {
    const key = pressedKey(event);
    if (key && handle(key)) event.preventDefault();
  };

  const open = () => setOpen(true);
  return {
    text,
    isOpen,
    active,
    listId,
    open,
    close,
    type,
    empty,
    search,
    again,
    press,
    focusLeaveProps,
    onRemoveReady,
  };
}
