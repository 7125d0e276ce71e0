import { ScanSearch, Search, X } from 'lucide-react';
import { lazy, type RefObject, useLayoutEffect } from 'react';
import { useOpenImageSearch } from '@/domain/image-search/image-search-state';
import { isSearchable, searchText } from '@/domain/search/search-text';
import { useReplayEarlyInput } from '@/shared/hydration/use-replay-early-input';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { preloadImageSearch } from './Overlays';
import { ShellPart } from './ShellPart';
import { useSearchBox } from './use-search-box';

const loadDropdown = () => import('@/features/search/SearchDropdown');
const SearchDropdown = lazy(() =>
  loadDropdown().then((module) => ({ default: module.SearchDropdown })),
);

type SearchBoxProps = {
  inputRef: RefObject<HTMLInputElement | null>;
  /** Called when the input receives the focus, which unfolds a folded search box. */
  onEnter: () => void;
  /** Called when the focus has left the whole search box. */
  onLeave: () => void;
};

/**
 * Search box of the header: a combobox whose list loads with the first focus. Texts of fewer than two characters are
 * not submitted; the box is emptied before the results open.
 */
export function SearchBox({ inputRef, onEnter, onLeave }: SearchBoxProps) {
  const t = useT();
  const box = useSearchBox(inputRef, onLeave);
  const openImageSearch = useOpenImageSearch();
  const { text, isOpen, active, listId } = box;
  useReplayEarlyInput(inputRef, text, ({ value }) => box.type(value));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once: a new box has the focus only when it was taken over with it
  useLayoutEffect(() => {
    if (document.activeElement !== inputRef.current) return;
    onEnter();
    box.open();
  }, []);
  return (
    <search {...box.focusLeaveProps} className="block lg:relative">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isSearchable(searchText(text))) box.search(text);
        }}
        onFocus={onEnter}
        className="flex min-h-12 items-center gap-2 rounded-md bg-surface-3 ps-4 text-sm text-text-3 focus-within:bg-surface focus-within:text-text focus-inside focus-within:focus-ring"
      >
        <Icon of={Search} />
        <input
          ref={inputRef}
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={isOpen ? active : undefined}
          enterKeyHint="search"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          aria-label={t('search.label')}
          placeholder={t('search.placeholder')}
          value={text}
          onPointerEnter={loadDropdown}
          onFocus={box.open}
          onClick={box.open}
          onChange={(event) => box.type(event.target.value)}
          onKeyDown={box.press}
          className="min-h-12 min-w-0 flex-1 bg-transparent leading-head text-text focus-none placeholder:text-ellipsis max-lg:text-md max-[359px]:placeholder:text-xs"
        />
        {text && (
          <button
            type="button"
            aria-label={t('search.clear')}
            onClick={box.again}
            className="grid size-11 place-items-center rounded-md text-text-3 hover:text-text"
          >
            <Icon of={X} size="s" />
          </button>
        )}
        <button
          type="submit"
          className="sr-only focus:not-sr-only focus:px-3 focus:font-semibold focus:text-link"
        >
          {t('search.submit')}
        </button>
        <button
          type="button"
          aria-label={t('search.byImage')}
          aria-haspopup="dialog"
          onPointerEnter={preloadImageSearch}
          onClick={() => {
            box.close();
            openImageSearch();
          }}
          className="me-0.5 grid size-11 flex-none place-items-center rounded-md text-link"
        >
          <Icon of={ScanSearch} />
        </button>
      </form>
      {isOpen && (
        <ShellPart height="hidden">
          <SearchDropdown
            typed={text}
            listId={listId}
            active={active}
            onSearch={box.search}
            onFollow={box.empty}
            onClose={box.close}
            onRetry={box.again}
            onRemove={box.onRemoveReady}
          />
        </ShellPart>
      )}
    </search>
  );
}
