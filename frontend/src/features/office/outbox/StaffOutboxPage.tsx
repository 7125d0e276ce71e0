import '../styles/office-orders.css';
import '../styles/office-people.css';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useNow } from '@/shared/hooks/use-now';
import { useT } from '@/shared/i18n/language-context';
import { ScrollList } from '@/shared/ui/ScrollArea';
import { ListFailed } from '../ListFailed';
import { ListNotices } from '../ListNotices';
import { ListPager } from '../ListPager';
import { ListSkeleton } from '../ListSkeleton';
import { OfficeTop } from '../shell/OfficeTop';
import { useOfficeTitle } from '../shell/use-office-title';
import { OutboxRow } from './OutboxRow';
import { NoMessages, OutboxFilters, OutboxViews } from './OutboxViews';
import { type OutboxParams, parseOutboxParams } from './outbox-params';
import { outboxQuery } from './staff-outbox-api';
import { useResend } from './use-resend';

const CLOCK_MS = 30_000;

/** Page of messages to customers by e-mail, SMS and WhatsApp. Filters and page are in the address. */
export function StaffOutboxPage() {
  const t = useT();
  const navigate = useNavigate();
  const params = parseOutboxParams(useSearch({ strict: false }));
  const list = useQuery(outboxQuery(params));
  const { resend, runningId } = useResend();
  const now = useNow(CLOCK_MS);
  useOfficeTitle(t('office.outbox'));
  const go = (search: OutboxParams, state: { isNextPage?: true } = {}) =>
    void navigate({ to: '/staff/outbox', search, state });
  const { data: page } = list;
  const number = params.page ?? 1;
  const next = page?.next_cursor ?? undefined;
  const isEmpty = page?.data.length === 0;
  return (
    <>
      <OfficeTop title={t('office.outbox')} />
      <div className="o-list o-body">
        <OutboxViews params={params} page={page} />
        <OutboxFilters params={params} page={page} onChange={go} />
        <ListNotices
          isFailing={list.isError && page !== undefined}
          updatedAt={list.dataUpdatedAt}
        />
        {list.isPending && <ListSkeleton />}
        {list.isError && !page && (
          <ListFailed error={list.error} onRetry={() => void list.refetch()} />
        )}
        {isEmpty && (
          <NoMessages
            isFiltered={params.state !== undefined || params.channel !== undefined}
            onClear={() => go({})}
          />
        )}
        {page && !isEmpty && (
          <ScrollList
            label={t('office.outbox')}
            isBusy={list.isPlaceholderData}
            className="o-scroll"
          >
            {page.data.map((message) => (
              <OutboxRow
                key={message.message_id}
                message={message}
                now={now}
                isRunning={runningId === message.message_id}
                onResend={() => void resend(message)}
              />
            ))}
          </ScrollList>
        )}
        {page && (
          <ListPager
            page={number}
            hasNext={next !== undefined}
            onFirst={() => go({ state: params.state, channel: params.channel })}
            onNext={() => go({ ...params, cursor: next, page: number + 1 }, { isNextPage: true })}
          />
        )}
      </div>
    </>
  );
}
