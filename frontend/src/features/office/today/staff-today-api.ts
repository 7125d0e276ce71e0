import { queryOptions } from '@tanstack/react-query';
import { authFetch } from '@/shared/api/auth';
import type { components } from '@/shared/api/schema';
import type { Envelope } from '@/shared/api/types';

type Schemas = components['schemas'];
/** Waiting work and figures of the day. A part is null for roles that may not use it, and while its service is down. */
export type StaffToday = Schemas['StaffToday'];
export type TodaySource = Schemas['TodaySource'];
export type SalesSeries = Schemas['SalesSeries'];
export type BestSeller = Schemas['BestSeller'];
export type WaitingOrders = Schemas['WaitingOrders'];

export const STAFF_TODAY = '/api/staff/today';
const RENEWAL_MS = 60_000;

export const staffTodayQuery = queryOptions<StaffToday>({
  queryKey: [STAFF_TODAY],
  queryFn: async ({ signal }) =>
    (await authFetch<Envelope<StaffToday>>(STAFF_TODAY, { signal })).data,
  staleTime: 0,
  refetchInterval: RENEWAL_MS,
  refetchOnWindowFocus: true,
  refetchOnReconnect: 'always',
});
