import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { pressedKey } from '@/shared/forms/pressed-key';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { Icon } from '@/shared/ui/Icon';
import { useShortcuts } from './use-shortcuts';

export type SearchedList = 'orders' | 'products';

const LABELS: Record<SearchedList, MessageKey> = {
  orders: 'office.searchAll',
  products: 'office.product.searchAll',
};

/** Search field for all orders or products. Enter opens the list of matches without any view or filter. */
export function OfficeSearch({ of: list }: { of: SearchedList }) {
  const t = useT();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => input.current?.focus() });
  return (
    <search className="o-find max-lg:hidden">
      <Icon of={Search} size="s" />
      <input
        ref={input}
        type="search"
        enterKeyHint="search"
        value={text}
        maxLength={200}
        aria-label={t(LABELS[list])}
        aria-keyshortcuts="/"
        placeholder={t(LABELS[list])}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          const key = pressedKey(event);
          if (key === 'Escape') event.currentTarget.blur();
          const search = text.trim();
          if (key !== 'Enter' || !search) return;
          event.preventDefault();
          setText('');
          event.currentTarget.blur();
          void navigate({
            to: list === 'orders' ? '/staff/orders' : '/staff/products',
            search: { search },
          });
        }}
      />
      <kbd aria-hidden>/</kbd>
    </search>
  );
}
