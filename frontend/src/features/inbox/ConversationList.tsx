import { useInfiniteQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { Badge } from '@/shared/ui/Badge';
import { Button } from '@/shared/ui/Button';
import { Chip } from '@/shared/ui/Chip';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ErrorState } from '@/shared/ui/PageStates';
import { Skeleton } from '@/shared/ui/Skeleton';
import { ConversationRow } from './ConversationRow';
import { conversationsQuery } from './inbox-queries';
import { type InboxFilter, useInboxList, useStaffRoute } from './inbox-route';

const DEBOUNCE_MS = 300;

/** List of all conversations, newest first, with search and filters, which are in the address. */
export function ConversationList({ online }: { online: ReadonlySet<number> }) {
  const t = useT();
  const { cusId } = useStaffRoute();
  const [{ search = '', filter = 'all' }, change] = useInboxList();
  const [typed, setTyped] = useTypedSearch(search, (next) => change({ search: next }));
  const list = useInfiniteQuery({
    ...conversationsQuery(search, filter),
    placeholderData: (before) => before,
  });
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = list;
  const conversations = [
    ...new Map(
      data?.pages.flatMap((page) => page.data.map((one) => [one.cus_id, one] as const)),
    ).values(),
  ];
  const unread = data?.pages[0]?.unread_conversations ?? 0;
  const filters: [InboxFilter, string][] = [
    ['all', t('staff.all')],
    ['unread', t('staff.unread')],
    ['mine', t('staff.mine')],
  ];
  return (
    <>
      <header className="flex h-16 flex-none items-center justify-between gap-3 border-b border-line px-4">
        <h1 className="text-lg">
          <LocalizedText>{t('staff.inbox')}</LocalizedText>
        </h1>
        {unread > 0 && <Badge kind="brand">{t('staff.newCount', { count: unread })}</Badge>}
      </header>
      <div className="flex-none px-4 pt-2.5 pb-2">
        <label className="flex min-h-12 items-center gap-2 rounded-md bg-surface-3 px-3 focus-inside focus-within:focus-ring">
          <Icon of={Search} className="text-text-3" />
          <input
            type="search"
            value={typed}
            maxLength={200}
            onChange={({ target }) => setTyped(target.value)}
            aria-label={t('staff.search')}
            placeholder={t('staff.search')}
            className="min-w-0 flex-1 bg-transparent text-md focus-none lg:text-sm"
          />
        </label>
        <div className="mt-2.5 flex gap-2">
          {filters.map(([name, label]) => (
            <Chip
              key={name}
              isSelected={filter === name}
              onClick={() => change({ filter: name === 'all' ? undefined : name })}
            >
              {label}
            </Chip>
          ))}
        </div>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {list.isPending && <ConversationsSkeleton />}
        <ul>
          {conversations.map((conversation) => (
            <ConversationRow
              key={conversation.cus_id}
              conversation={conversation}
              isHere={conversation.cus_id === cusId}
              isOnline={online.has(conversation.cus_id)}
            />
          ))}
        </ul>
        {data && conversations.length === 0 && (
          <p role="status" className="px-4 py-8 text-center text-sm text-text-3">
            <LocalizedText>
              {t(search || filter !== 'all' ? 'staff.noneFound' : 'staff.none')}
            </LocalizedText>
          </p>
        )}
        {hasNextPage && (
          <p className="p-3 text-center">
            <Button kind="soft" isLoading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('action.seeMore')}
            </Button>
          </p>
        )}
      </div>
    </>
  );
}

/** The typed text, which becomes the search once it has not changed for a moment. */
function useTypedSearch(search: string, onSearch: (search: string | undefined) => void) {
  const [typed, setTyped] = useState(search);
  const sent = useRef(search);
  const send = useEffectEvent(onSearch);
  // The address may change by the back button.
  useEffect(() => {
    if (search === sent.current) return;
    sent.current = search;
    setTyped(search);
  }, [search]);
  useEffect(() => {
    const next = typed.trim();
    if (next === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = next;
      send(next || undefined);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped] as const;
}

/** Placeholder rows of the height of conversations. */
function ConversationsSkeleton() {
  const t = useT();
  return (
    <div role="status" aria-label={t('state.loading')}>
      {[1, 2, 3, 4].map((row) => (
        <div
          key={row}
          className="flex min-h-17 items-center gap-3 border-b border-line px-4 py-2.5"
        >
          <Skeleton className="size-10 flex-none rounded-full" />
          <div className="flex-1">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="mt-2 h-3 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
