import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import { EXACT } from '../shell/office-entries';
import { type StaffProductParams, withProductChange } from '../staff-product-params';
import { productCountQuery } from '../staff-products-api';
import { SavedViews } from '../views/SavedViews';
import { useSavedViews } from '../views/saved-views';
import { scrollTabIntoView } from '../views/scroll-tab-into-view';
import {
  isInProductView,
  PRODUCT_VIEWS,
  type ProductView,
  productSavedViews,
} from './product-views';

const productListLink = (search: StaffProductParams) =>
  ({ to: '/staff/products', search }) as const;

/** Tabs of the prepared views with the number of their products in the whole shop, then the saved views. */
export function StaffProductViews({ params }: { params: StaffProductParams }) {
  const t = useT();
  const isSaved = useSavedViews(productSavedViews, params).view !== undefined;
  return (
    <nav aria-label={t('office.views')} className="o-views">
      {PRODUCT_VIEWS.map((view) => (
        <ViewTab
          key={view.text}
          view={view}
          isHere={!isSaved && isInProductView(params, view)}
          // The filters of a saved view stay behind.
          filters={isSaved ? {} : params}
        />
      ))}
      <SavedViews
        saved={productSavedViews}
        params={params}
        linkOf={productListLink}
        countOf={productCountQuery}
      />
    </nav>
  );
}

type ViewTabProps = { view: ProductView; isHere: boolean; filters: StaffProductParams };

function ViewTab({ view, isHere, filters }: ViewTabProps) {
  const t = useT();
  const { stock, visibility } = view.filter;
  const { data: count } = useQuery(productCountQuery(view.filter));
  return (
    <Link
      to="/staff/products"
      search={withProductChange(filters, { stock, visibility })}
      activeProps={{}}
      activeOptions={EXACT}
      aria-current={isHere ? 'page' : undefined}
      data-hot={(view.isHot && (count ?? 0) > 0) || undefined}
      ref={isHere ? scrollTabIntoView : undefined}
      className="o-view"
    >
      {t(view.text)}
      {count !== undefined && <span className="o-view-count">{formatNumber(count)}</span>}
    </Link>
  );
}
