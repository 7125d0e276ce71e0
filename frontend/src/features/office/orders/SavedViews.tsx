import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import type { OrderListParams } from '../order-list-params';
import { EXACT } from '../shell/office-entries';
import { orderTotalQuery } from '../staff-orders-api';
import { SaveViewDialog } from './SaveViewDialog';
import { isOwnList, isSameList, removeView, type SavedView, useSavedViews } from './saved-views';

/** The staff’s own views, each with its count, and the button that saves the list as another one. */
export function SavedViews({ params }: { params: OrderListParams }) {
  const t = useT();
  const views = useSavedViews();
  const [isSaving, setSaving] = useState(false);
  const isSaved = views.some((view) => isSameList(view.params, params));
  return (
    <>
      {views.map((view) => (
        <SavedTab key={view.name} view={view} isHere={isSameList(view.params, params)} />
      ))}
      {isOwnList(params) && !isSaved && (
        <button type="button" onClick={() => setSaving(true)} className="o-view">
          <Icon of={Plus} size="s" />
          {t('office.view.save')}
        </button>
      )}
      <SaveViewDialog params={params} isOpen={isSaving} onClose={() => setSaving(false)} />
    </>
  );
}

function SavedTab({ view: { name, params }, isHere }: { view: SavedView; isHere: boolean }) {
  const t = useT();
  const { data: count } = useQuery(orderTotalQuery(params));
  return (
    <span className="o-row gap-0">
      <Link
        to="/staff/orders"
        search={params}
        activeProps={{}}
        activeOptions={EXACT}
        aria-current={isHere ? 'page' : undefined}
        className="o-view"
      >
        {name}
        {count !== undefined && <span className="o-view-count">{formatNumber(count)}</span>}
      </Link>
      {isHere && (
        <button
          type="button"
          aria-label={t('office.view.remove', { name })}
          title={t('office.view.remove', { name })}
          onClick={() => removeView(name)}
          className="o-icon-btn"
        >
          <Icon of={X} size="s" />
        </button>
      )}
    </span>
  );
}
