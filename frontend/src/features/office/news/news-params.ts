import { whole } from '../address-values';

/** Query parameters of the news: the page. */
export type NewsParams = {
  before?: number;
  /** Page number, only for display; `before` decides what is shown. */
  page?: number;
};

/** Parses the query; invalid values are left out. */
export function parseNewsParams(query: Record<string, unknown>): NewsParams {
  const before = whole(query.before, 1);
  return { before, page: before === undefined ? undefined : whole(query.page, 2) };
}
