import { day, text, whole } from '../address-values';

/** What the address of the log says: filters and page. Whatever is not set is left out. */
export type AuditParams = {
  search?: string;
  cus_id?: number;
  from?: string;
  to?: string;
  cursor?: string;
  /** Number of the page; only for display, the cursor decides what is shown. */
  page?: number;
};

const MAX_SEARCH_LENGTH = 200;
const MAX_CURSOR_LENGTH = 64;

/** Reads the address; what it cannot be is left out. */
export function parseAuditParams(query: Record<string, unknown>): AuditParams {
  const cursor = text(query.cursor, MAX_CURSOR_LENGTH);
  return {
    search: text(query.search, MAX_SEARCH_LENGTH)?.trim() || undefined,
    cus_id: whole(query.cus_id, 1),
    from: day(query.from),
    to: day(query.to),
    cursor,
    page: cursor === undefined ? undefined : whole(query.page, 2),
  };
}

/** The filters alone, as the shop reads them. */
export const auditFilters = ({ search, cus_id, from, to }: AuditParams) => ({
  search,
  cus_id,
  from,
  to,
});

/** A change of a filter starts again at the first page. */
export const withAuditChange = (params: AuditParams, change: AuditParams): AuditParams =>
  parseAuditParams({ ...auditFilters(params), ...change });

/** How many filters besides the search are set, the two days of a range counted once. */
export const auditFilterCount = ({ cus_id, from, to }: AuditParams): number =>
  Number(cus_id !== undefined) + Number(from !== undefined || to !== undefined);
