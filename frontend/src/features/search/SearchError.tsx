import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RotateCcw, WifiOff, Wrench } from 'lucide-react';
import { ApiError } from '@/shared/api/client';
import { categoriesQuery } from '@/shared/api/site-queries';
import { useRetryOnline } from '@/shared/hooks/use-retry-online';
import { useT } from '@/shared/i18n/language-context';
import { bothNames } from '@/shared/i18n/second-name';
import { Button } from '@/shared/ui/Button';
import { chipStyle } from '@/shared/ui/Chip';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';

type SearchErrorProps = {
  error: unknown;
  onRetry: () => void;
  /** Called when a category link is followed. */
  onFollow: () => void;
};

/** Error state of the search, with links to the categories, which every page has loaded. */
export function SearchError({ error, onRetry, onFollow }: SearchErrorProps) {
  const t = useT();
  const categories = useQuery(categoriesQuery).data?.data ?? [];
  const isOffline = (error instanceof ApiError && error.code === 'offline') || !navigator.onLine;
  useRetryOnline(true, onRetry);
  return (
    <div className="py-2">
      <div role="alert" className="flex items-start gap-3">
        <Icon of={isOffline ? WifiOff : Wrench} className="mt-0.5 text-text-3" />
        <div className="min-w-0 flex-1 text-sm">
          <p className="font-semibold">
            <LocalizedText>{t(isOffline ? 'error.offlineTitle' : 'search.down')}</LocalizedText>
          </p>
          <p className="text-text-3">
            <LocalizedText>{t(isOffline ? 'error.offlineText' : 'search.downText')}</LocalizedText>
          </p>
        </div>
        <Button kind="outline" icon={RotateCcw} onClick={onRetry} className="flex-none">
          {t('action.retry')}
        </Button>
      </div>
      <ul className="flex flex-wrap gap-2 pt-4">
        {categories.map((category) => (
          <li key={category.cat_id} className="max-w-full">
            <Link
              to="/shop"
              search={{ category: category.cat_id }}
              onClick={onFollow}
              className={chipStyle(false)}
            >
              <span className="truncate">
                <LocalizedText>
                  {bothNames(category.cat_name_la, category.cat_name_en)}
                </LocalizedText>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
