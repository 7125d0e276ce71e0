import { Link } from '@tanstack/react-router';
import { formatNumber } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { listAddress, type OrderListParams, withChange } from '../order-list-params';
import { EXACT } from '../shell/office-entries';
import { ORDER_VIEWS, type OrderCounts, type OrderView } from '../staff-order-types';
import { orderTotalQuery } from '../staff-orders-api';
import { SavedViews } from '../views/SavedViews';
import { useSavedViews } from '../views/saved-views';
import { scrollTabIntoView } from '../views/scroll-tab-into-view';
import { orderSavedViews } from './order-saved-views';

export const VIEW_TEXTS: Record<OrderView, MessageKey> = {
  all: 'office.view.all',
  to_confirm: 'office.view.confirm',
  to_prepare: 'office.view.prepare',
  to_hand_over: 'office.view.handOver',
  due_today: 'office.view.dueToday',
  overdue: 'office.view.overdue',
  transfers: 'office.view.transfers',
  to_settle: 'office.view.toSettle',
  failed_delivery: 'office.view.failed',
  returns: 'office.view.returns',
  refunds: 'office.view.refunds',
  mine: 'office.view.mine',
};
/** Views of orders that need attention. */
const HOT: OrderView[] = ['overdue', 'transfers', 'to_settle', 'failed_delivery', 'returns'];

type OrderViewsProps = {
  /** The address of the list. */
  params: OrderListParams;
  /** The list that it stands for, with the home branch. */
  shown: OrderListParams;
  home: number | undefined;
  counts: OrderCounts | undefined;
};

/** Tabs of the prepared views with the number of their orders, then the saved views. */
export function OrderViews({ params, shown, home, counts }: OrderViewsProps) {
  const t = useT();
  const isSaved = useSavedViews(orderSavedViews, shown).view !== undefined;
  const current = isSaved ? undefined : (params.view ?? 'all');
  // The filters of a saved view stay behind.
  const filters = isSaved ? {} : params;
  return (
    <nav aria-label={t('office.views')} className="o-views">
      {ORDER_VIEWS.map((view) => {
        const count = counts?.[view];
        return (
          <Link
            key={view}
            to="/staff/orders"
            search={withChange(filters, { view })}
            activeProps={{}}
            activeOptions={EXACT}
            aria-current={view === current ? 'page' : undefined}
            data-hot={(HOT.includes(view) && (count ?? 0) > 0) || undefined}
            ref={view === current ? scrollTabIntoView : undefined}
            className="o-view"
          >
            {t(VIEW_TEXTS[view])}
            {count !== undefined && <span className="o-view-count">{formatNumber(count)}</span>}
          </Link>
        );
      })}
      <SavedViews
        saved={orderSavedViews}
        params={shown}
        address={params}
        linkOf={(view) => ({ to: '/staff/orders', search: listAddress(view, home) })}
        countOf={orderTotalQuery}
      />
    </nav>
  );
}
