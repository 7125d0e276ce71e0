import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { Plus, X } from 'lucide-react';
import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react';
import { formatNumber } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { EXACT } from '../shell/office-entries';
import { SaveViewDialog } from './SaveViewDialog';
import { type SavedView, type SavedViewStore, useSavedViews } from './saved-views';
import { scrollTabIntoView } from './scroll-tab-into-view';

type ViewLinks<Params> = {
  linkOf: (params: Params) => Pick<LinkProps, 'to' | 'search'>;
  /** Query of the number of entries in a list. */
  countOf: (params: Params) => UseQueryOptions<number, Error, number, QueryKey>;
};
type SavedViewsProps<Params extends object> = ViewLinks<Params> & {
  saved: SavedViewStore<Params>;
  params: Params;
  /**
   * Parameters in the address, if the list has further parameters. Only the parameters in the
   * address can become a view.
   */
  address?: Params;
};

/** The staff’s own views of a list, each with its count, and the button that saves the list as another one. */
export function SavedViews<Params extends object>(props: SavedViewsProps<Params>) {
  const { saved, params, address = params, ...links } = props;
  const t = useT();
  const { views, view: current } = useSavedViews(saved, params);
  const [isSaving, setSaving] = useState(false);
  const wasRemoved = useRef(false);
  // The button appears in the place of the removed view, whose button had the focus.
  const focusAfterRemoval = (button: HTMLButtonElement | null) => {
    if (button && wasRemoved.current) button.focus();
    wasRemoved.current = false;
  };
  const here = useRef<HTMLAnchorElement>(null);
  const showHere = useCallback((tab: HTMLAnchorElement | null) => {
    here.current = tab;
    scrollTabIntoView(tab);
  }, []);
  const wasSaving = useRef(false);
  // After saving, the button that opened the dialog is gone. The focus goes to the tab in its place.
  useEffect(() => {
    if (wasSaving.current && !isSaving) here.current?.focus();
    wasSaving.current = isSaving;
  }, [isSaving]);
  return (
    <>
      {views.map((view) => (
        <SavedTab
          key={view.name}
          view={view}
          isHere={view === current}
          hereRef={showHere}
          onRemove={() => {
            wasRemoved.current = true;
            saved.remove(view.name);
          }}
          {...links}
        />
      ))}
      {saved.isOwnList(address) && !current && (
        <button
          ref={focusAfterRemoval}
          type="button"
          onClick={() => setSaving(true)}
          className="o-view"
        >
          <Icon of={Plus} size="s" />
          {t('office.view.save')}
        </button>
      )}
      <SaveViewDialog
        saved={saved}
        params={params}
        isOpen={isSaving}
        onClose={() => setSaving(false)}
      />
    </>
  );
}

type SavedTabProps<Params> = ViewLinks<Params> & {
  view: SavedView<Params>;
  isHere: boolean;
  hereRef: RefCallback<HTMLAnchorElement>;
  onRemove: () => void;
};

function SavedTab<Params>(props: SavedTabProps<Params>) {
  const { view, isHere, hereRef, onRemove, linkOf, countOf } = props;
  const { name, params } = view;
  const t = useT();
  const { data: count } = useQuery(countOf(params));
  return (
    <span className="o-row gap-0">
      <Link
        {...linkOf(params)}
        activeProps={{}}
        activeOptions={EXACT}
        aria-current={isHere ? 'page' : undefined}
        ref={isHere ? hereRef : undefined}
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
          onClick={onRemove}
          className="o-icon-btn"
        >
          <Icon of={X} size="s" />
        </button>
      )}
    </span>
  );
}
