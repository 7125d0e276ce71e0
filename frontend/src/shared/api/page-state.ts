import type { QueryClient } from '@tanstack/react-query';
import type { SsrView } from '@/shared/hydration/hydration-state';

/** Dehydrated state that the edge embeds in the page: its HTTP status and API responses by canonical URL. */
export type PageState = {
  status: number;
  queries: Record<string, unknown>;
  /** Server-rendered HTML of the page, if there is any. */
  view?: SsrView;
};

const EMPTY: PageState = { status: 200, queries: {} };

export function readPageState(document: Document): PageState {
  const text = document.getElementById('heuan-state')?.textContent;
  if (!text) return EMPTY;
  try {
    return { ...EMPTY, ...(JSON.parse(text) as Partial<PageState>) };
  } catch {
    return EMPTY;
  }
}

export function seedQueries(client: QueryClient, state: Pick<PageState, 'queries'>): void {
  for (const [url, body] of Object.entries(state.queries)) client.setQueryData([url], body);
}
