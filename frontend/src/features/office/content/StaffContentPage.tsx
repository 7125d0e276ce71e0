import '../styles/office-orders.css';
import '../styles/office-people.css';
import '../styles/office-content.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { FileText, Plus } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { EmptyState } from '@/shared/ui/PageStates';
import { ListFailed } from '../ListFailed';
import { ListNotices } from '../ListNotices';
import { ListPager } from '../ListPager';
import { ListSkeleton } from '../ListSkeleton';
import { OfficeTop } from '../shell/OfficeTop';
import { useOfficeTitle } from '../shell/use-office-title';
import { ContentRows } from './ContentRows';
import { type ContentKind, contentListQuery } from './content-api';
import {
  type ContentSearch,
  isSingle,
  KIND_TEXTS,
  KINDS,
  keyOf,
  kindOf,
  NEW,
} from './content-kinds';

/**
 * Content page: promotions, banners, pages and branches are lists; menu, categories, header messages and hero open
 * their editor directly.
 */
export function StaffContentPage() {
  const t = useT();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as ContentSearch;
  const kind = kindOf(search.kind) ?? 'promotion';
  const cursor = typeof search.cursor === 'string' ? search.cursor : undefined;
  const number = Number(search.page) || 1;
  const list = useQuery(contentListQuery(kind, cursor));
  useOfficeTitle(t('office.content'));
  const { data: page } = list;
  const go = (next: ContentSearch, state: { isNextPage?: true } = {}) =>
    void navigate({ to: '/staff/content', search: next, state });
  return (
    <>
      <OfficeTop title={t('office.content')} searches="products">
        <Link
          to="/staff/content/$contentKey"
          params={{ contentKey: keyOf(kind, NEW) }}
          data-kind="primary"
          className="o-btn"
        >
          <Icon of={Plus} size="s" />
          {t('office.content.new')}
        </Link>
      </OfficeTop>
      <div className="o-list o-body">
        <ContentKinds kind={kind} />
        <ListNotices
          isFailing={list.isError && page !== undefined}
          updatedAt={list.dataUpdatedAt}
        />
        {list.isPending && <ListSkeleton />}
        {list.isError && !page && (
          <ListFailed error={list.error} onRetry={() => void list.refetch()} />
        )}
        {page?.data.length === 0 && (
          <div className="flex-1">
            <EmptyState
              icon={FileText}
              tint="leaf"
              title={t('office.content.none')}
              text={t('office.content.noneText')}
            />
          </div>
        )}
        {page && page.data.length > 0 && <ContentRows kind={kind} items={page.data} />}
        {page && (
          <ListPager
            page={number}
            hasNext={page.next_cursor !== null}
            onFirst={() => go({ kind })}
            onNext={() =>
              go({ kind, cursor: page.next_cursor ?? '', page: number + 1 }, { isNextPage: true })
            }
          />
        )}
      </div>
    </>
  );
}

/** Tabs of the content kinds. The tab of a kind with exactly one item opens that item. */
function ContentKinds({ kind }: { kind: ContentKind }) {
  const t = useT();
  return (
    <nav aria-label={t('office.views')} className="o-views">
      {KINDS.map((one) =>
        isSingle(one) ? (
          <Link
            key={one}
            to="/staff/content/$contentKey"
            params={{ contentKey: keyOf(one, one) }}
            className="o-view"
          >
            {t(KIND_TEXTS[one])}
          </Link>
        ) : (
          <Link
            key={one}
            to="/staff/content"
            search={{ kind: one }}
            activeProps={{}}
            aria-current={one === kind ? 'page' : undefined}
            className="o-view"
          >
            {t(KIND_TEXTS[one])}
          </Link>
        ),
      )}
    </nav>
  );
}
