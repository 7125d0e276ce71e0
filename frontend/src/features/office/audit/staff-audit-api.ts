import { queryOptions } from '@tanstack/react-query';
import { authFetch } from '@/shared/api/auth';
import { apiUrl } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { type AuditParams, auditFilters } from './audit-params';

const AUDIT = '/api/staff/audit';
const PAGE_SIZE = 50;

/** An action of a member of staff. */
export type AuditEntry = components['schemas']['AuditEntry'];
export type AuditPage = components['schemas']['AuditPage'];

/** One page of the audit log, newest first. While another page loads, the previous one stays. */
export function auditQuery(params: AuditParams) {
  const url = apiUrl(AUDIT, {
    ...auditFilters(params),
    cursor: params.cursor,
    limit: PAGE_SIZE,
  });
  return queryOptions<AuditPage, Error, AuditPage, [string, string]>({
    queryKey: [AUDIT, url],
    queryFn: ({ signal }) => authFetch<AuditPage>(url, { signal }),
    placeholderData: (before) => before,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchOnReconnect: 'always',
  });
}

/** URL of the same entries as CSV. It needs the API token, so a plain link would be refused. */
export const auditCsvUrl = (params: AuditParams) => apiUrl(`${AUDIT}.csv`, auditFilters(params));
