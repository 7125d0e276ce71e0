import { Link, useNavigate } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import { formatNumber } from '@/shared/format/kip';
import { useRetryOnline } from '@/shared/hooks/use-retry-online';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { buttonStyle } from '@/shared/ui/button-style';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { AUTOMATIC_PAGES, useLoadNearEnd } from '../paging/use-load-near-end';
import { moreCount, nextRange, type PageRange, pagesOf, shownUntil } from './list-paging';
import type { ProductListParams } from './product-list-params';
import type { ProductPages } from './use-product-pages';

type ShopPagingProps = {
  search: ProductListParams;
  range: PageRange;
  pages: ProductPages;
  onMore: (isByKeyboard: boolean) => void;
};

/**
 * Counter `48 / 68` and a link to the next page, which appends that page to the loaded ones. The first pages load
 * automatically.
 */
export function ShopPaging({ search, range, pages, onMore }: ShopPagingProps) {
  const t = useT();
  const more = moreCount(range, pages.total, pages.isLastEmpty);
  const next = nextRange(range);
  useRetryOnline(pages.isMoreFailed, pages.retry);
  const isNewList = next.first > range.last;
  const navigate = useNavigate();
  const isAutomatic =
    more > 0 &&
    pagesOf(range).length < AUTOMATIC_PAGES &&
    !pages.isLoadingMore &&
    !pages.isMoreFailed;
  const nextPage = {
    to: '/shop',
    search: { ...search, page: next.last },
    state: isNewList ? {} : { openedFrom: next.first },
    replace: !isNewList,
    resetScroll: isNewList,
  } as const;
  const end = useLoadNearEnd<HTMLDivElement>(isAutomatic, () => void navigate(nextPage));
  return (
    <div ref={end} className="grid justify-items-center gap-2.5 pt-10 pb-2">
      <p className="num text-sm text-text-3" aria-hidden>
        <Ltr>
          {formatNumber(shownUntil(range, pages.total))} / {formatNumber(pages.total)}
        </Ltr>
      </p>
      {pages.isMoreFailed ? (
        <div role="alert" className="grid justify-items-center gap-2 text-sm">
          <LocalizedText>{t('shop.moreFailed')}</LocalizedText>
          <Button kind="outline" icon={RotateCcw} onClick={pages.retry}>
            {t('action.retry')}
          </Button>
        </div>
      ) : more > 0 ? (
        <Link
          {...nextPage}
          onClick={(event) => onMore(event.detail === 0)}
          className={buttonStyle('outline')}
        >
          {t('shop.more', { count: more })}
        </Link>
      ) : (
        <p className="text-sm text-text-3">
          <LocalizedText>{t('shop.allShown')}</LocalizedText>
        </p>
      )}
    </div>
  );
}

/** Link to the earlier pages of a list that begins at a later page, as in a shared link. */
export function PreviousPagesLink({ search, range }: Pick<ShopPagingProps, 'search' | 'range'>) {
  const t = useT();
  if (range.first === 1) return null;
  return (
    <p className="pb-5 text-center">
      <Link
        to="/shop"
        search={{ ...search, page: range.first > 2 ? range.first - 1 : undefined }}
        className={buttonStyle('outline')}
      >
        {t('shop.earlier')}
      </Link>
    </p>
  );
}
