import { day, text, whole } from '../address-values';

/** Query parameters of the audit log: filters and page. Unset ones are left out. */
export type AuditParams = {
  search?: string;
  cus_id?: number;
  from?: string;
  to?: string;
  cursor?: string;
  /** Page number, only for display; the cursor decides which entries are shown. */
  page?: number;
};

const MAX_SEARCH_LENGTH = 200;
const MAX_CURSOR_LENGTH = 64;

/** Parses the query; invalid values are left out. */
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

/** Only the filters, in the form of the API. */
export const auditFilters = ({ search, cus_id, from, to }: AuditParams) => ({
  search,
  cus_id,
  from,
  to,
});

/** Changes a filter and goes back to the first page. */
export const withAuditChange = (params: AuditParams, change: AuditParams): AuditParams =>
  parseAuditParams({ ...auditFilters(params), ...change });

/** Number of active filters besides the search; a range of days counts once. */
export const auditFilterCount = ({ cus_id, from, to }: AuditParams): number =>
  Number(cus_id !== undefined) + Number(from !== undefined || to !== undefined);
