import { Link } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import type { ProductSort } from '@/shared/api/types';
import { formatNumber } from '@/shared/format/kip';
import { useRetryOnline } from '@/shared/hooks/use-retry-online';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { buttonStyle } from '@/shared/ui/button-style';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { PAGE_SIZE } from '../catalog-queries';
import { AUTOMATIC_PAGES, useLoadNearEnd } from '../paging/use-load-near-end';
import type { Pages } from '../paging/use-pages';

/** Counter `48 / 68` and a link to the next page, until all products are shown. The first pages load automatically. */
export function CollectionPaging({ pages }: { pages: Pages }) {
  const t = useT();
  const shown = pages.before + pages.products.length;
  useRetryOnline(pages.state === 'failed', pages.retry);
  const total = pages.total ?? shown;
  const isAutomatic = pages.state === 'ready' && pages.count < AUTOMATIC_PAGES;
  const end = useLoadNearEnd<HTMLDivElement>(isAutomatic, pages.loadMore);
  return (
    <div ref={end} className="grid justify-items-center gap-2.5 pt-10 pb-2 text-sm">
      <p className="num text-text-3" aria-hidden>
        <Ltr>
          {formatNumber(shown)} / {formatNumber(total)}
        </Ltr>
      </p>
      {pages.state === 'failed' && (
        <div role="alert" className="grid justify-items-center gap-2">
          <LocalizedText>{t('shop.moreFailed')}</LocalizedText>
          <Button kind="outline" icon={RotateCcw} onClick={pages.retry}>
            {t('action.retry')}
          </Button>
        </div>
      )}
      {(pages.state === 'ready' || pages.state === 'loading') && (
        <Button kind="outline" isLoading={pages.state === 'loading'} onClick={pages.loadMore}>
          {t('shop.more', { count: Math.min(PAGE_SIZE, total - shown) })}
        </Button>
      )}
      {pages.state === 'complete' && (
        <p role="status" className="text-text-3">
          <LocalizedText>{t('shop.allShown')}</LocalizedText>
        </p>
      )}
    </div>
  );
}

type EarlierProductsProps = { name: string; sort: ProductSort | undefined; first: number };

/** Link to the earlier pages of a list that begins at a later page, as in a shared link. */
export function PreviousPagesLink({ name, sort, first }: EarlierProductsProps) {
  const t = useT();
  if (first === 1) return null;
  return (
    <p className="pb-5 text-center">
      <Link
        to="/by-{$name}"
        params={{ name }}
        search={{ sort, page: first > 2 ? first - 1 : undefined }}
        className={buttonStyle('outline')}
      >
        {t('shop.earlier')}
      </Link>
    </p>
  );
}
