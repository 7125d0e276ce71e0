import { Link } from '@tanstack/react-router';
import { ClipboardCheck, SearchX } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { EmptyState } from '@/shared/ui/PageStates';
import { OfficeButton } from '../OfficeButton';
import { filterCount, type OrderListParams, withoutFilters } from '../order-list-params';
import { VIEW_TEXTS } from './OrderViews';

type NoOrdersProps = {
  params: OrderListParams;
  onChange: (change: OrderListParams) => void;
};

/** Empty list: no order in this view, or none that matches the filters. */
export function NoOrders({ params, onChange }: NoOrdersProps) {
  const t = useT();
  const isNarrowed = filterCount(params) > 0 || params.search !== undefined;
  const view = params.view ?? 'all';
  return (
    <div className="flex-1">
      {isNarrowed ? (
        <EmptyState
          icon={SearchX}
          tint="turmeric"
          title={t('office.noneFound')}
          text={t('office.noneFoundText')}
          actions={
            <OfficeButton
              onClick={() => onChange({ ...withoutFilters(params), search: undefined })}
            >
              {t('office.filter.clearAll')}
            </OfficeButton>
          }
        />
      ) : (
        <EmptyState
          icon={ClipboardCheck}
          title={t('office.none', { view: t(VIEW_TEXTS[view]) })}
          text={t('office.noneText')}
          actions={
            view !== 'all' && (
              <Link to="/staff/orders" search={{}} data-kind="outline" className="o-btn">
                {t('office.seeAll')}
              </Link>
            )
          }
        />
      )}
    </div>
  );
}
