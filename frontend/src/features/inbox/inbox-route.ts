import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';

export type StaffView = 'broadcast' | 'replies';
/** Conversations that the list has. */
export type InboxFilter = 'all' | 'unread' | 'mine';
/** Search and filter of the list; all conversations if there is none. */
export type InboxList = { search?: string; filter?: Exclude<InboxFilter, 'all'> };
export type InboxSearch = InboxList & { view?: StaffView };

const MAX_SEARCH_LENGTH = 200;
const INBOX_PATH = /\/staff\/(chat|\d+)$/;

/** Parses the query; invalid values are left out. */
export function parseInboxSearch({ view, filter, search }: Record<string, unknown>): InboxSearch {
  const isText = typeof search === 'string' || typeof search === 'number';
  return {
    view: view === 'broadcast' || view === 'replies' ? view : undefined,
    filter: filter === 'unread' || filter === 'mine' ? filter : undefined,
    search: (isText && String(search).slice(0, MAX_SEARCH_LENGTH).trim()) || undefined,
  };
}

/** Search and filter of the list in the address, and a function that changes them there. */
export function useInboxList(): [InboxList, (change: InboxList) => void] {
  const { search, filter } = parseInboxSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const router = useRouter();
  const change = (next: InboxList) => {
    const { pathname } = router.latestLocation;
    // While another page loads, its address is already the current one, and the list is still visible.
    if (pathname !== router.state.resolvedLocation?.pathname && !INBOX_PATH.test(pathname)) return;
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...next }),
      resetScroll: false,
    });
  };
  return [{ search, filter }, change];
}

/** Conversation or page of the inbox in the address. */
export function useStaffRoute(): { cusId: number | null; view: StaffView | undefined } {
  const { cusId } = useParams({ strict: false }) as { cusId?: string };
  const { view } = parseInboxSearch(useSearch({ strict: false }));
  const number = Number(cusId);
  return { cusId: Number.isSafeInteger(number) && number > 0 ? number : null, view };
}
