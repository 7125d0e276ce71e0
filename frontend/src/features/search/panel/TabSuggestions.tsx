import { Search } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { chipStyle } from '@/shared/ui/Chip';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';

type TabSuggestionsProps = {
  texts: string[];
  /** Whether they belong to the previous text. */
  isFormer: boolean;
  onSearch: (text: string) => void;
};

export function TabSuggestions({ texts, isFormer, onSearch }: TabSuggestionsProps) {
  const t = useT();
  return (
    <ul
      aria-label={t('search.suggestions')}
      inert={isFormer}
      className={cx('flex flex-wrap gap-2 pb-2 transition-opacity', isFormer && 'opacity-45')}
    >
      {texts.map((text) => (
        <li key={text} className="max-w-full">
          <button type="button" onClick={() => onSearch(text)} className={chipStyle(false)}>
            <Icon of={Search} size="s" />
            <span className="truncate">{text}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
