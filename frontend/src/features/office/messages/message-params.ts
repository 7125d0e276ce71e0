import { whole } from '../address-values';

/** What the address of the messages says: open ones unless `view` is `all`, and the page. */
export type MessageParams = {
  view?: 'all';
  before?: number;
  /** Number of the page; only for display, `before` decides what is shown. */
  page?: number;
};

/** Reads the address; what it cannot be is left out. */
export function parseMessageParams(query: Record<string, unknown>): MessageParams {
  const before = whole(query.before, 1);
  return {
    view: query.view === 'all' ? 'all' : undefined,
    before,
    page: before === undefined ? undefined : whole(query.page, 2),
  };
}
