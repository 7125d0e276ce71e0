import { whole } from '../address-values';

/** Query parameters of the message list: view (open messages by default) and page. */
export type MessageParams = {
  view?: 'all';
  before?: number;
  /** Page number, only for display; `before` decides which messages are shown. */
  page?: number;
};

/** Parses the query; invalid values are left out. */
export function parseMessageParams(query: Record<string, unknown>): MessageParams {
  const before = whole(query.before, 1);
  return {
    view: query.view === 'all' ? 'all' : undefined,
    before,
    page: before === undefined ? undefined : whole(query.page, 2),
  };
}
