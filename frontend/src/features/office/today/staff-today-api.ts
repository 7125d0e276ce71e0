import { queryOptions } from '@tanstack/react-query';
import { authFetch } from '@/shared/api/auth';
import { apiUrl } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import type { Envelope } from '@/shared/api/types';
import { branch } from '../address-values';
import type { BranchParam } from '../branch-param';

type Schemas = components['schemas'];
/** Waiting work and figures of the day. A part is null for roles that may not use it, and while its service is down. */
export type StaffToday = Schemas['StaffToday'];
export type TodaySource = Schemas['TodaySource'];
export type SalesSeries = Schemas['SalesSeries'];
export type BestSeller = Schemas['BestSeller'];
export type WaitingOrders = Schemas['WaitingOrders'];

export const STAFF_TODAY = '/api/staff/today';
const RENEWAL_MS = 60_000;

/** Query parameters of the page: the branch of the waiting orders. */
export type StaffTodayParams = { branch_id?: BranchParam };

export const parseTodayParams = (query: Record<string, unknown>): StaffTodayParams => ({
  branch_id: branch(query.branch_id),
});

/** The figures of the shop, with the waiting orders of one branch or of all. */
export function staffTodayQuery(branchId: number | undefined) {
  const url = apiUrl(STAFF_TODAY, { branch_id: branchId });
  return queryOptions<StaffToday, Error, StaffToday, [string]>({
    queryKey: [url],
    queryFn: async ({ signal }) => (await authFetch<Envelope<StaffToday>>(url, { signal })).data,
    placeholderData: (before) => before,
    staleTime: 0,
    refetchInterval: RENEWAL_MS,
    refetchOnWindowFocus: true,
    refetchOnReconnect: 'always',
  });
}
