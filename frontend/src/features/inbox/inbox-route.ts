import { useParams, useSearch } from '@tanstack/react-router';

export type StaffView = 'broadcast' | 'replies';
export type InboxSearch = { view?: StaffView };

function parseInboxSearch({ view }: Record<string, unknown>): InboxSearch {
  return { view: view === 'broadcast' || view === 'replies' ? view : undefined };
}

/** Conversation or page of the inbox in the address. */
export function useStaffRoute(): { cusId: number | null; view: StaffView | undefined } {
  const { cusId } = useParams({ strict: false }) as { cusId?: string };
  const { view } = parseInboxSearch(useSearch({ strict: false }));
  const number = Number(cusId);
  return { cusId: Number.isSafeInteger(number) && number > 0 ? number : null, view };
}
