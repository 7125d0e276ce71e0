import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { EXACT } from '../shell/office-entries';
import { type StaffProductParams, withProductChange } from '../staff-product-params';
import { productCountQuery } from '../staff-products-api';

type View = {
  text: MessageKey;
  filter: Pick<StaffProductParams, 'stock' | 'visibility'>;
  /** Whether the view's products need attention. */
  isHot?: boolean;
};

/** Prepared views by stock and visibility. Each is a pair of filters. */
const VIEWS: View[] = [
  { text: 'office.product.view.all', filter: {} },
  { text: 'office.stock.low', filter: { stock: 'low', visibility: 'visible' } },
  { text: 'office.stock.out', filter: { stock: 'out', visibility: 'visible' }, isHot: true },
  { text: 'office.stock.uncounted', filter: { stock: 'uncounted', visibility: 'visible' } },
  { text: 'office.product.hidden', filter: { visibility: 'hidden' } },
];

/** Tabs of the prepared views with the number of their products in the whole shop. */
export function StaffProductViews({ params }: { params: StaffProductParams }) {
  const t = useT();
  return (
    <nav aria-label={t('office.views')} className="o-views">
      {VIEWS.map((view) => (
        <ViewTab key={view.text} view={view} params={params} />
      ))}
    </nav>
  );
}

function ViewTab({ view, params }: { view: View; params: StaffProductParams }) {
  const t = useT();
  const { stock, visibility } = view.filter;
  const { data: count } = useQuery(productCountQuery(view.filter));
  const isHere = params.stock === stock && params.visibility === visibility;
  return (
    <Link
      to="/staff/products"
      search={withProductChange(params, { stock, visibility })}
      activeProps={{}}
      activeOptions={EXACT}
      aria-current={isHere ? 'page' : undefined}
      data-hot={(view.isHot && (count ?? 0) > 0) || undefined}
      className="o-view"
    >
      {t(view.text)}
      {count !== undefined && <span className="o-view-count">{formatNumber(count)}</span>}
    </Link>
  );
}
