import { Link } from '@tanstack/react-router';
import { formatNumber } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { type OrderListParams, withChange } from '../order-list-params';
import { EXACT } from '../shell/office-entries';
import { ORDER_VIEWS, type OrderCounts, type OrderView } from '../staff-order-types';
import { SavedViews } from './SavedViews';
import { isSameList, useSavedViews } from './saved-views';

export const VIEW_TEXTS: Record<OrderView, MessageKey> = {
  all: 'office.view.all',
  to_confirm: 'office.view.confirm',
  to_prepare: 'office.view.prepare',
  to_hand_over: 'office.view.handOver',
  transfers: 'office.view.transfers',
  failed_delivery: 'office.view.failed',
  returns: 'office.view.returns',
  refunds: 'office.view.refunds',
  mine: 'office.view.mine',
};
/** Views of orders that need attention. */
const HOT: OrderView[] = ['transfers', 'failed_delivery', 'returns'];

/** Tabs of the prepared views with the number of their orders. */
export function OrderViews({
  params,
  counts,
}: {
  params: OrderListParams;
  counts: OrderCounts | undefined;
}) {
  const t = useT();
  const views = useSavedViews();
  const isSaved = views.some((view) => isSameList(view.params, params));
  const current = isSaved ? undefined : (params.view ?? 'all');
  return (
    <nav aria-label={t('office.views')} className="o-views">
      {ORDER_VIEWS.map((view) => {
        const count = counts?.[view];
        return (
          <Link
            key={view}
            to="/staff/orders"
            search={withChange(params, { view })}
            activeProps={{}}
            activeOptions={EXACT}
            aria-current={view === current ? 'page' : undefined}
            data-hot={(HOT.includes(view) && (count ?? 0) > 0) || undefined}
            ref={view === current ? scrollIntoView : undefined}
            className="o-view"
          >
            {t(VIEW_TEXTS[view])}
            {count !== undefined && <span className="o-view-count">{formatNumber(count)}</span>}
          </Link>
        );
      })}
      <SavedViews params={params} />
    </nav>
  );
}

/** Scrolls to the current tab, because the tabs scroll sideways on phones. */
function scrollIntoView(tab: HTMLAnchorElement | null): void {
  const bar = tab?.parentElement;
  if (!tab || !bar) return;
  const isHidden =
    tab.offsetLeft < bar.scrollLeft ||
    tab.offsetLeft + tab.offsetWidth > bar.scrollLeft + bar.clientWidth;
  if (isHidden) bar.scrollTo({ left: tab.offsetLeft - 16 });
}
