import { useQueryClient } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { pressedKey } from '@/shared/forms/pressed-key';
import { useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { groupsQuery } from '../catalog-queries';

type CategoryMenuSearchProps = {
  value: string;
  onChange: (text: string) => void;
  className?: string;
};

/** Search field that filters the lists of the category menu by name. */
export function CategoryMenuSearch({ value, onChange, className }: CategoryMenuSearchProps) {
  const t = useT();
  const queryClient = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  const clearByEscape = (event: KeyboardEvent) => {
    if (pressedKey(event) !== 'Escape' || !value) return;
    event.preventDefault();
    clear();
  };
  return (
    <search
      className={cx(
        'flex min-h-12 items-center gap-2 rounded-md bg-surface-3 ps-4 text-text-3 focus-within:bg-surface focus-within:text-text focus-inside focus-within:focus-ring',
        className,
      )}
    >
      <Icon of={Search} />
      <input
        ref={input}
        type="text"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={t('categoryMenu.search')}
        placeholder={t('categoryMenu.search')}
        value={value}
        // A search in the categories also searches the names of all their groups.
        onFocus={() => void queryClient.prefetchQuery(groupsQuery())}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={clearByEscape}
        className="min-h-12 min-w-0 flex-1 bg-transparent text-md leading-head text-text focus-none md:text-sm"
      />
      {value && (
        <button
          type="button"
          aria-label={t('search.clear')}
          onClick={clear}
          className="grid size-11 flex-none place-items-center rounded-md text-text-3 hover:text-text"
        >
          <Icon of={X} size="s" />
        </button>
      )}
    </search>
  );
}
