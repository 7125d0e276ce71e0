import { LoaderCircle, RotateCcw, X } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { Button, IconButton } from '@/shared/ui/Button';
import { buttonStyle } from '@/shared/ui/button-style';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ResultOption } from './ResultOption';
import { SearchError } from './SearchError';
import { type OptionContext, SearchOption } from './SearchOption';
import { Suggestions } from './Suggestions';
import type { SearchState } from './use-search';

type SearchResultsProps = OptionContext & {
  state: SearchState;
  onSearch: (text: string) => void;
  onFollow: () => void;
  onClose: () => void;
  /** Called to put the focus back into the input. */
  onRetry: () => void;
};

/** Content while typing: number of results, suggestions, the first products, and a link to all. */
export function SearchResults(props: SearchResultsProps) {
  const { listId, active, state, onSearch, onFollow, onClose, onRetry } = props;
  const { text, isWaiting, isFormer, suggestions, found, isNothing, error, retry } = state;
  const t = useT();
  const option = { listId, active };
  return (
    <div className="p-4">
      <div className="-mt-1 flex items-center gap-2">
        <span className="truncate rounded-sm bg-action-soft-2 px-2.5 text-xs leading-6 font-semibold text-link">
          {text}
        </span>
        <span role="status" className="num flex-none text-sm text-text-3">
          {isWaiting ? (
            <span className="flex items-center gap-1.5">
              <Icon of={LoaderCircle} size="s" className="animate-spin" />
              <LocalizedText>{t('search.searching')}</LocalizedText>
            </span>
          ) : (
            found && t('search.count', { count: found.total })
          )}
        </span>
        <IconButton
          icon={X}
          label={t('action.close')}
          onClick={onClose}
          className="ms-auto -me-2 flex-none"
        />
      </div>
      {error && <SearchError error={error} onRetry={retry} onFollow={onFollow} />}
      <div
        role="listbox"
        id={listId}
        aria-label={t('search.found')}
        aria-busy={isWaiting}
        hidden={suggestions.length === 0 && !found?.products.length}
      >
        <Suggestions {...option} texts={suggestions} isFormer={isFormer} onSearch={onSearch} />
        {found && found.products.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, which no element is
          <div
            role="group"
            aria-label={t('search.found')}
            className={cx(
              '-mx-1.5 grid gap-x-4 gap-y-1 py-2 transition-opacity lg:grid-cols-2',
              isWaiting && 'opacity-45',
            )}
          >
            {found.products.map((product) => (
              <ResultOption
                key={product.pro_id}
                {...option}
                product={product}
                onFollow={onFollow}
              />
            ))}
          </div>
        )}
        {found && found.total > 0 && !isWaiting && (
          <SearchOption
            {...option}
            name="all"
            onClick={() => onSearch(text)}
            className={buttonStyle('soft', 'm', 'w-full')}
          >
            {t('search.viewAll', { count: found.total })}
          </SearchOption>
        )}
      </div>
      {isNothing && (
        <div className="grid justify-items-start gap-2 py-2 text-sm">
          <p className="font-semibold">
            <LocalizedText>{t('search.none', { text })}</LocalizedText>
          </p>
          <p className="text-text-3">
            <LocalizedText>{t('search.noneText')}</LocalizedText>
          </p>
          <Button kind="outline" icon={RotateCcw} onClick={onRetry}>
            {t('action.retry')}
          </Button>
        </div>
      )}
    </div>
  );
}
