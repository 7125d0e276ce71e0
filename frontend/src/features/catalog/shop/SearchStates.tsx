import { RotateCcw, Search, Wrench } from 'lucide-react';
import { ApiError } from '@/shared/api/client';
import { useRetryOnline } from '@/shared/hooks/use-retry-online';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { EmptyState, ErrorState } from '@/shared/ui/PageStates';
import { CategoryTiles } from './CategoryTiles';

/** Empty search result: offers another search and the categories. */
export function NoSearchResults({ text }: { text: string }) {
  const t = useT();
  return (
    <>
      <EmptyState
        icon={Search}
        tint="turmeric"
        title={t('search.none', { text })}
        text={t('search.noneText')}
        actions={
          <Button icon={RotateCcw} onClick={focusSearchBox}>
            {t('action.retry')}
          </Button>
        }
      />
      <CategoryTiles />
    </>
  );
}

/** Error state of a search while the search service is down. The rest of the shop works. */
export function SearchUnavailable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useT();
  const isOffline = (error instanceof ApiError && error.code === 'offline') || !navigator.onLine;
  useRetryOnline(!isOffline, onRetry);
  if (isOffline) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <>
      <div role="alert">
        <EmptyState
          icon={Wrench}
          tint="clay"
          title={t('search.down')}
          text={t('search.downText')}
          actions={
            <Button icon={RotateCcw} onClick={onRetry}>
              {t('action.retry')}
            </Button>
          }
        />
      </div>
      <CategoryTiles />
    </>
  );
}

function focusSearchBox(): void {
  document.querySelector<HTMLElement>('header [role="combobox"]')?.focus();
}
