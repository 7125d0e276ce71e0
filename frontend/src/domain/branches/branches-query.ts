import { queryOptions } from '@tanstack/react-query';
import { type ApiError, problemOf, send } from '@/shared/api/client';
import type { Envelope } from '@/shared/api/types';
import { withinLimit } from '@/shared/api/within-limit';
import { type Branch, readBranches } from './branch';

const ADDRESS = '/api/v1/branch';
const TIMEOUT_MS = 15_000;

/** All branches, headquarters first. Bypasses the HTTP cache and times out after 15 s, retries included. */
export const branchesQuery = queryOptions<Envelope<Branch[]>, ApiError | Error>({
  queryKey: [ADDRESS],
  queryFn: ({ signal }) =>
    withinLimit(TIMEOUT_MS, signal, async (limited) => {
      const response = await send(ADDRESS, {
        cache: 'no-store',
        headers: { accept: 'application/json' },
        signal: limited,
      });
      if (!response.ok) throw await problemOf(response);
      return { success: true, data: readBranches(await response.json()) };
    }),
  retry: false,
});
