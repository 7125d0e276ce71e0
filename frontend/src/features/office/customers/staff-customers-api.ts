import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { authFetch } from '@/shared/api/auth';
import { apiUrl } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import type { Envelope } from '@/shared/api/types';
import type { CustomerParams } from './customer-params';

type Schemas = components['schemas'];
export type CustomerRow = Schemas['CustomerRow'];
export type CustomerPage = Schemas['CustomerPage'];
export type CustomerProfile = Schemas['CustomerProfile'];
export type CustomerNote = Schemas['CustomerNote'];
export type CustomerPoints = Schemas['CustomerPoints'];
export type CustomerPointsEntry = Schemas['CustomerPointsEntry'];
export type UndeliverableAddress = Schemas['UndeliverableAddress'];
/** A reset code. The server returns it once and stores only its hash. */
export type ResetCode = Schemas['ResetCode'];

const CUSTOMERS = '/api/staff/customers';
const PAGE_SIZE = 50;
const ERASURE_POLL_MS = 2000;

const fresh = {
  staleTime: 0,
  refetchOnWindowFocus: true,
  refetchOnReconnect: 'always',
} as const;

/** One page of the customers, newest first. While another page loads, the previous one stays. */
export function customersQuery({ search, view, cursor }: CustomerParams) {
  const blocked = view === 'blocked' ? true : undefined;
  const url = apiUrl(CUSTOMERS, { search, blocked, cursor, limit: PAGE_SIZE });
  return queryOptions<CustomerPage, Error, CustomerPage, [string, string]>({
    queryKey: [CUSTOMERS, url],
    queryFn: ({ signal }) => authFetch<CustomerPage>(url, { signal }),
    placeholderData: (before) => before,
    ...fresh,
  });
}

const customerUrl = (cusId: number | string) => `${CUSTOMERS}/${cusId}`;

export function customerQuery(cusId: string) {
  return queryOptions<CustomerProfile>({
    queryKey: [CUSTOMERS, 'one', cusId],
    queryFn: async ({ signal }) =>
      (await authFetch<Envelope<CustomerProfile>>(customerUrl(cusId), { signal })).data,
    ...fresh,
    // Polls while the data is erased, until the customer no longer exists.
    refetchInterval: ({ state }) => (state.data?.erasure && !state.error ? ERASURE_POLL_MS : false),
  });
}

/** Balance and ledger of the club points, page by page. */
export function customerPointsQuery(cusId: number) {
  return infiniteQueryOptions({
    queryKey: [CUSTOMERS, 'points', cusId],
    queryFn: async ({ pageParam, signal }) => {
      const url = apiUrl(`${customerUrl(cusId)}/points`, { cursor: pageParam });
      return (await authFetch<Envelope<CustomerPoints>>(url, { signal })).data;
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }: CustomerPoints) => next_cursor ?? undefined,
    ...fresh,
  });
}

export function undeliverableQuery(cusId: number) {
  return queryOptions<UndeliverableAddress[]>({
    queryKey: [CUSTOMERS, 'undeliverable', cusId],
    queryFn: async ({ signal }) =>
      (
        await authFetch<Envelope<UndeliverableAddress[]>>(`${customerUrl(cusId)}/undeliverable`, {
          signal,
        })
      ).data,
    ...fresh,
  });
}

export const clearUndeliverable = (cusId: number, channel: UndeliverableAddress['channel']) =>
  authFetch(`${customerUrl(cusId)}/undeliverable/${channel}`, { method: 'DELETE' });

export const addNote = (cusId: number, text: string) =>
  authFetch(`${customerUrl(cusId)}/notes`, { method: 'POST', body: { text } });

export const blockCustomer = (cusId: number, reason: string) =>
  authFetch(`${customerUrl(cusId)}/block`, { method: 'PUT', body: { reason } });

export const unblockCustomer = (cusId: number) =>
  authFetch(`${customerUrl(cusId)}/block`, { method: 'DELETE' });

export const signCustomerOut = (cusId: number) =>
  authFetch(`${customerUrl(cusId)}/sessions`, { method: 'DELETE' });

export const makeResetCode = async (cusId: number) =>
  (await authFetch<Envelope<ResetCode>>(`${customerUrl(cusId)}/reset-code`, { method: 'POST' }))
    .data;

export const correctPoints = async (cusId: number, body: Schemas['CorrectionBody']) =>
  (
    await authFetch<Envelope<Schemas['CorrectedPoints']>>(
      `${customerUrl(cusId)}/points/corrections`,
      { method: 'POST', body },
    )
  ).data;

export const customerExportUrl = (cusId: number) => `${customerUrl(cusId)}/export.json`;

/** Begins or continues the erasure. `confirm` is the typed id. */
export const eraseCustomer = (cusId: number, confirm: string) =>
  authFetch(`${customerUrl(cusId)}/erasure`, { method: 'POST', body: { confirm } });

/** Invalidates all queries of customers after a change. */
export const renewCustomers = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: [CUSTOMERS] });
