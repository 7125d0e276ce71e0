import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';

const DEBOUNCE_MS = 300;

type ListSearchProps = {
  /** Label that says what can be searched. */
  label: string;
  value: string;
  onSearch: (search: string | undefined) => void;
};

/** Search field of a list. It filters while typing. */
export function ListSearch({ label, value, onSearch }: ListSearchProps) {
  const t = useT();
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(value);
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });
  // The address may change by the back button or by the search in the top bar.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    const next = text.trim();
    if (next === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = next;
      search.current(next || undefined);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <search className="o-input o-order-search">
      <Icon of={Search} size="s" />
      <input
        ref={input}
        type="search"
        value={text}
        maxLength={200}
        aria-label={label}
        placeholder={label}
        onChange={({ target }) => setText(target.value)}
      />
      {text && (
        <button
          type="button"
          aria-label={t('office.searchClear')}
          onClick={() => {
            setText('');
            input.current?.focus();
          }}
          className="grid size-8 flex-none place-items-center rounded-sm"
        >
          <Icon of={X} size="s" />
        </button>
      )}
    </search>
  );
}
