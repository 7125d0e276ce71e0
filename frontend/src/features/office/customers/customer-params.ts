import { text, whole } from '../address-values';

const MAX_SEARCH_LENGTH = 200;
const MAX_CURSOR_LENGTH = 20;

/** What the address of the customers says: search, blocked ones only, and the page. */
export type CustomerParams = {
  search?: string;
  view?: 'blocked';
  cursor?: string;
  /** Number of the page; only for display, the cursor decides what is shown. */
  page?: number;
};

/** Reads the address; what it cannot be is left out. */
export function parseCustomerParams(query: Record<string, unknown>): CustomerParams {
  // A number in the address is read as one, also a phone number or a cursor.
  const typed = (value: unknown) => (typeof value === 'number' ? String(value) : value);
  const cursor = text(typed(query.cursor), MAX_CURSOR_LENGTH);
  return {
    search: text(typed(query.search), MAX_SEARCH_LENGTH)?.trim() || undefined,
    view: query.view === 'blocked' ? 'blocked' : undefined,
    cursor,
    page: cursor === undefined ? undefined : whole(query.page, 2),
  };
}

/** A change of search or view starts again at the first page. */
export const withCustomerChange = (
  { search, view }: CustomerParams,
  change: Pick<CustomerParams, 'search' | 'view'>,
): CustomerParams => ({ search, view, ...change });
