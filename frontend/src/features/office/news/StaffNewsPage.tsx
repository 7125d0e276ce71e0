import '../styles/office-orders.css';
import '../styles/office-order.css';
import '../styles/office-people.css';
import '../styles/office-product.css';
import '../styles/office-products.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Newspaper } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '@/shared/hooks/use-now';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { EmptyState } from '@/shared/ui/PageStates';
import { toast } from '@/shared/ui/toast';
import { ListFailed } from '../ListFailed';
import { ListNotices } from '../ListNotices';
import { ListPager } from '../ListPager';
import { ListSkeleton } from '../ListSkeleton';
import { OfficeTop } from '../shell/OfficeTop';
import { useOfficeTitle } from '../shell/use-office-title';
import { NewsForm } from './NewsForm';
import { NewsRow } from './NewsRow';
import { type NewsParams, parseNewsParams } from './news-params';
import { cancelNews, type News, newsQuery, renewNews } from './staff-news-api';

const CLOCK_MS = 30_000;

/** Page for news to customers who agreed: the form, and what was sent with its progress. Its page is in the address. */
export function StaffNewsPage() {
  const t = useT();
  const client = useQueryClient();
  const navigate = useNavigate();
  const params = parseNewsParams(useSearch({ strict: false }));
  const list = useQuery(newsQuery(params.before));
  const [runningId, setRunningId] = useState<number | null>(null);
  const now = useNow(CLOCK_MS);
  useOfficeTitle(t('office.news'));
  const { data: page } = list;
  const number = params.page ?? 1;
  const go = (search: NewsParams, state: { isNextPage?: true } = {}) =>
    void navigate({ to: '/staff/news', search, state, resetScroll: false });

  const cancel = async ({ news_id: id }: News) => {
    if (runningId !== null) return;
    setRunningId(id);
    try {
      await cancelNews(id);
      toast.success(t('office.news.cancelDone'));
    } catch (error) {
      const detail = errorText(t, error);
      toast.error(t('office.actionFailed'), detail ? { detail } : {});
    }
    await renewNews(client);
    setRunningId(null);
  };
  return (
    <>
      <OfficeTop title={t('office.news')} />
      <div className="o-page o-stack">
        <NewsForm />
        <section aria-labelledby="news-list" className="o-panel">
          <div className="o-panel-head">
            <h2 id="news-list" className="o-h2">
              {t('office.news.list')}
            </h2>
          </div>
          <ListNotices
            isFailing={list.isError && page !== undefined}
            updatedAt={list.dataUpdatedAt}
          />
          {list.isPending && <ListSkeleton />}
          {list.isError && !page && (
            <ListFailed error={list.error} onRetry={() => void list.refetch()} />
          )}
          {page?.data.length === 0 && (
            <EmptyState
              icon={Newspaper}
              title={t('office.news.none')}
              text={t('office.news.text')}
            />
          )}
          {page && page.data.length > 0 && (
            <ul aria-label={t('office.news.list')}>
              {page.data.map((news) => (
                <NewsRow
                  key={news.news_id}
                  news={news}
                  now={now}
                  isRunning={runningId === news.news_id}
                  onCancel={() => void cancel(news)}
                />
              ))}
            </ul>
          )}
          {page && (
            <ListPager
              page={number}
              hasNext={page.next_before !== null}
              onFirst={() => go({})}
              onNext={() =>
                go(
                  { before: page.next_before ?? undefined, page: number + 1 },
                  { isNextPage: true },
                )
              }
            />
          )}
        </section>
      </div>
    </>
  );
}
