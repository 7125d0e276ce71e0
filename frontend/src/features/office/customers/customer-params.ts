import { text, whole } from '../address-values';

const MAX_SEARCH_LENGTH = 200;
const MAX_CURSOR_LENGTH = 20;

/** Query parameters of the customer list: search, view and page. */
export type CustomerParams = {
  search?: string;
  view?: 'blocked';
  cursor?: string;
  /** Page number, only for display; the cursor decides which entries are shown. */
  page?: number;
};

/** Parses the query; invalid values are left out. */
export function parseCustomerParams(query: Record<string, unknown>): CustomerParams {
  // The router parses a text of digits, such as a phone number or a cursor, as a number.
  const typed = (value: unknown) => (typeof value === 'number' ? String(value) : value);
  const cursor = text(typed(query.cursor), MAX_CURSOR_LENGTH);
  return {
    search: text(typed(query.search), MAX_SEARCH_LENGTH)?.trim() || undefined,
    view: query.view === 'blocked' ? 'blocked' : undefined,
    cursor,
    page: cursor === undefined ? undefined : whole(query.page, 2),
  };
}

/** Changes the search or view and goes back to the first page. */
export const withCustomerChange = (
  { search, view }: CustomerParams,
  change: Pick<CustomerParams, 'search' | 'view'>,
): CustomerParams => ({ search, view, ...change });
