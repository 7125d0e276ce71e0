import '../styles/office-orders.css';
import '../styles/office-people.css';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useNow } from '@/shared/hooks/use-now';
import { useT } from '@/shared/i18n/language-context';
import { focusNeighbor } from '@/shared/ui/focus-neighbor';
import { ListFailed } from '../ListFailed';
import { ListNotices } from '../ListNotices';
import { ListPager } from '../ListPager';
import { ListSkeleton } from '../ListSkeleton';
import { OfficeTop } from '../shell/OfficeTop';
import { useOfficeTitle } from '../shell/use-office-title';
import { ContactMessageRow } from './ContactMessageRow';
import { DoneBar } from './DoneBar';
import { MessageViews, NoMessages } from './MessageListParts';
import { type MessageParams, parseMessageParams } from './message-params';
import { type ContactMessage, messagesQuery } from './staff-messages-api';
import { useMessageDone } from './use-message-done';

const CLOCK_MS = 30_000;

/** Page of contact messages: the open ones, or all. */
export function StaffMessagesPage() {
  const t = useT();
  const navigate = useNavigate();
  const params = parseMessageParams(useSearch({ strict: false }));
  const list = useQuery(messagesQuery(params));
  const { mark, runningId, last, clearLast } = useMessageDone();
  const now = useNow(CLOCK_MS);
  useOfficeTitle(t('office.messages'));
  const go = (search: MessageParams, state: { isNextPage?: true } = {}) =>
    void navigate({ to: '/staff/messages', search, state });
  const { data: page } = list;
  const isEmpty = page?.data.length === 0;
  const first: MessageParams = { view: params.view };
  const isPastEnd = isEmpty && params.before !== undefined;
  useEffect(() => {
    // The last message of this page was marked as done, so the first page is shown.
    if (isPastEnd) void navigate({ to: '/staff/messages', search: first, replace: true });
  });
  const markRow = (message: ContactMessage, done: boolean, row: HTMLElement | null) => {
    // In the view of open messages the row disappears, so its neighbor receives the focus.
    if (done && params.view !== 'all') focusNeighbor(row);
    void mark(message, done);
  };
  return (
    <>
      <OfficeTop title={t('office.messages')} />
      <div className="o-list o-body">
        <MessageViews view={params.view} open={page?.open} />
        <ListNotices
          isFailing={list.isError && page !== undefined}
          updatedAt={list.dataUpdatedAt}
        />
        {list.isPending && <ListSkeleton />}
        {list.isError && !page && (
          <ListFailed error={list.error} onRetry={() => void list.refetch()} />
        )}
        {isEmpty && !isPastEnd && <NoMessages view={params.view} />}
        {page && !isEmpty && (
          <ul
            aria-label={t('office.messages')}
            aria-busy={list.isPlaceholderData}
            className="o-scroll"
          >
            {page.data.map((message) => (
              <ContactMessageRow
                key={message.contact_id}
                message={message}
                now={now}
                isRunning={runningId === message.contact_id}
                onMark={(done, row) => markRow(message, done, row)}
              />
            ))}
          </ul>
        )}
        {page && (
          <ListPager
            page={params.page ?? 1}
            hasNext={page.next_before !== null}
            onFirst={() => go(first)}
            onNext={() =>
              go(
                { ...first, before: page.next_before ?? undefined, page: (params.page ?? 1) + 1 },
                { isNextPage: true },
              )
            }
          />
        )}
      </div>
      {last && (
        <DoneBar
          key={last.at}
          last={last}
          isUndoing={runningId === last.message.contact_id}
          onUndo={() => void mark(last.message, false)}
          onEnd={clearLast}
        />
      )}
    </>
  );
}
