import { Link } from '@tanstack/react-router';
import { RotateCcw, Search } from 'lucide-react';
import { ApiError } from '@/shared/api/client';
import { useRetryOnline } from '@/shared/hooks/use-retry-online';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { buttonStyle } from '@/shared/ui/button-style';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Skeleton } from '@/shared/ui/Skeleton';

const MIN_SEARCH_LENGTH = 2;

/** Empty column. After a search it links to the shop's search for the same text. */
export function NoData({ query = '' }: { query?: string | undefined }) {
  const t = useT();
  return (
    <div className="grid justify-items-center gap-3 px-4 py-10 text-center text-sm text-text-3">
      <p role="status">
        <LocalizedText>{t('categoryMenu.noData')}</LocalizedText>
      </p>
      {query.length >= MIN_SEARCH_LENGTH && (
        <Link
          to="/shop"
          search={{ search: query }}
          className={buttonStyle('soft', 'm', 'max-w-full py-2 whitespace-normal!')}
        >
          <Icon of={Search} />
          <span className="min-w-0 wrap-break-word">
            {t('categoryMenu.searchShop', { text: query })}
          </span>
        </Link>
      )}
    </div>
  );
}

/** Error state of one column; the other columns are unaffected. */
export function ColumnError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useT();
  const isOffline = error instanceof ApiError && error.code === 'offline';
  useRetryOnline(true, onRetry);
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-3 px-4 py-10 text-center text-sm text-text-2"
    >
      <p>
        <LocalizedText>{t(isOffline ? 'error.offlineTitle' : 'categoryMenu.error')}</LocalizedText>
      </p>
      <Button kind="soft" icon={RotateCcw} onClick={onRetry}>
        {t('action.retry')}
      </Button>
    </div>
  );
}

const WIDTHS = ['w-3/5', 'w-4/5', 'w-1/2', 'w-2/3'];

export function ListSkeleton({ hasImages = false }: { hasImages?: boolean }) {
  const t = useT();
  return (
    <div role="status" aria-label={t('state.loading')}>
      {[...WIDTHS, ...WIDTHS].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
        <div key={index} className="flex min-h-13 items-center gap-3 px-3">
          {hasImages && <Skeleton className="size-11 flex-none" />}
          <Skeleton className={cx('h-3.5', width)} />
        </div>
      ))}
    </div>
  );
}

export const productGrid =
  'grid grid-cols-[repeat(auto-fill,minmax(8.75rem,1fr))] gap-x-3.5 gap-y-5';

/** Classes of a product in the grid. In a narrow column (`@container`) it is a row with a small image. */
export const productCell =
  '@max-[18.375rem]:grid @max-[18.375rem]:grid-cols-[4.5rem_minmax(0,1fr)] @max-[18.375rem]:items-start @max-[18.375rem]:gap-x-3';

export function ProductsSkeleton() {
  const t = useT();
  return (
    <div role="status" aria-label={t('state.loading')} className={productGrid}>
      {Array.from({ length: 6 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
        <div key={index} className={productCell}>
          <Skeleton className="aspect-square rounded-md" />
          <div>
            <Skeleton className="mt-3 h-3" />
            <Skeleton className="mt-2 h-3 w-3/5" />
            <Skeleton className="mt-3 h-4.5 w-2/3" />
          </div>
        </div>
      ))}
    </div>
  );
}
