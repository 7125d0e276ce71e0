import { LoaderCircle, RotateCcw, X } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { Button, IconButton } from '@/shared/ui/Button';
import { buttonStyle } from '@/shared/ui/button-style';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { Lao } from '@/shared/ui/LocalizedText';
import { ResultOption } from './ResultOption';
import { SearchTrouble } from './SearchError';
import { Option, type OptionOf } from './SearchOption';
import { Suggestions } from './Suggestions';
import type { Searching } from './use-search';

type ResultsProps = OptionOf & {
  searching: Searching;
  onSearch: (text: string) => void;
  onFollow: () => void;
  onClose: () => void;
  /** Back to the text, to type another. */
  onAgain: () => void;
};

/** While something is typed: how much there is, what the text may become, the first products, the way to all. */
export function Results(props: ResultsProps) {
  const { listId, active, searching, onSearch, onFollow, onClose, onAgain } = props;
  const { text, isWaiting, isFormer, suggestions, found, isNothing, error, retry } = searching;
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
              <Lao>{t('search.searching')}</Lao>
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
      {error && <SearchTrouble error={error} onRetry={retry} onFollow={onFollow} />}
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
          <Option
            {...option}
            name="all"
            onPress={() => onSearch(text)}
            className={buttonStyle('soft', 'm', 'w-full')}
          >
            {t('search.viewAll', { count: found.total })}
          </Option>
        )}
      </div>
      {isNothing && (
        <div className="grid justify-items-start gap-2 py-2 text-sm">
          <p className="font-semibold">
            <Lao>{t('search.none', { text })}</Lao>
          </p>
          <p className="text-text-3">
            <Lao>{t('search.noneText')}</Lao>
          </p>
          <Button kind="outline" icon={RotateCcw} onClick={onAgain}>
            {t('action.retry')}
          </Button>
        </div>
      )}
    </div>
  );
}
