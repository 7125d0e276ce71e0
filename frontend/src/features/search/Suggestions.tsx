import { Search } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { chipStyle } from '@/shared/ui/Chip';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { type OptionContext, SearchOption } from './SearchOption';

type SuggestionsProps = OptionContext & {
  texts: string[];
  /** Whether they belong to the previous text. Such suggestions are faded and not clickable. */
  isFormer: boolean;
  onSearch: (text: string) => void;
};

/** Suggestions for the typed text. They scroll sideways on phones and wrap on desktops. */
export function Suggestions(props: SuggestionsProps) {
  const { listId, active, texts, isFormer, onSearch } = props;
  const t = useT();
  if (texts.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options, which no element is
    <div
      role="group"
      aria-label={t('search.suggestions')}
      inert={isFormer}
      className={cx(
        'no-scrollbar -mx-4 flex gap-2 overflow-x-auto px-4 py-1 transition-opacity lg:flex-wrap',
        isFormer && 'opacity-45',
      )}
    >
      {texts.map((text, index) => (
        <SearchOption
          key={text}
          listId={listId}
          active={active}
          name={`suggestion-${index}`}
          onClick={() => onSearch(text)}
          className={chipStyle(false)}
        >
          <Icon of={Search} size="s" />
          <span className="truncate">{text}</span>
        </SearchOption>
      ))}
    </div>
  );
}
