import { queryOptions } from '@tanstack/react-query';
import { authFetch } from '@/shared/api/auth';
import { ApiError, apiUrl, problemOf, send } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { apiToken, clearApiToken } from '@/shared/api/token';
import { type AuditParams, auditFilters } from './audit-params';

const AUDIT = '/api/staff/audit';
const PAGE_SIZE = 50;

/** An action of a member of staff. */
export type AuditEntry = components['schemas']['AuditEntry'];
export type AuditPage = components['schemas']['AuditPage'];

/** One page of the log, newest first. While another page loads, the former stays. */
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

/** Address of the same entries as CSV. It needs the API token, so a plain link would be refused. */
export const auditCsvUrl = (params: AuditParams) => apiUrl(`${AUDIT}.csv`, auditFilters(params));

/** Fetches a file of the back office; a refused API token is replaced once. */
export async function fetchFile(url: string): Promise<Blob> {
  const ask = async () => {
    const token = await apiToken();
    const response = await send(url, { headers: { 'x-api-access-token': token } });
    return { token, response };
  };
  let { token, response } = await ask();
  if (response.status === 401) {
    clearApiToken(token);
    ({ token, response } = await ask());
  }
  if (!response.ok) throw await problemOf(response);
  try {
    return await response.blob();
  } catch {
    throw new ApiError(0, 'offline', 'The download was interrupted');
  }
}

/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The download has begun once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
