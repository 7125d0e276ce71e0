import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { authFetch } from '@/shared/api/auth';
import { apiUrl } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import type { Envelope } from '@/shared/api/types';
import {
  recheckAccess,
  type StaffAccount,
  type StaffMember,
  type StaffRole,
} from '../staff-access';

type Schemas = components['schemas'];

const PEOPLE = '/api/staff/people';
const PAGE_SIZE = 100;

export type NewPerson = Schemas['AddPersonBody'];
/** `password` is the password of a new account; null if the account existed and keeps its own. */
export type AddedPerson = Schemas['AddedPerson'];

type PeoplePage = Schemas['StaffMemberPage'];

const fetchPeople = (cursor: string | undefined, signal: AbortSignal): Promise<PeoplePage> =>
  authFetch<PeoplePage>(apiUrl(PEOPLE, { cursor, limit: PAGE_SIZE }), { signal });

const fresh = {
  staleTime: 0,
  refetchOnWindowFocus: true,
  refetchOnReconnect: 'always',
} as const;

/** Pages of the members of the staff, in the order in which their accounts were created. */
export const staffPeopleQuery = infiniteQueryOptions({
  queryKey: [PEOPLE, 'pages'],
  queryFn: ({ pageParam, signal }) => fetchPeople(pageParam, signal),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }: PeoplePage) => next_cursor ?? undefined,
  ...fresh,
});

/** All members of the staff, in the same order, for filters that choose one. */
export const allPeopleQuery = queryOptions<StaffMember[]>({
  queryKey: [PEOPLE, 'all'],
  queryFn: async ({ signal }) => {
    const people: StaffMember[] = [];
    let cursor: string | undefined;
    do {
      const page: PeoplePage = await fetchPeople(cursor, signal);
      people.push(...page.data);
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    return people;
  },
  ...fresh,
});

export const addPerson = async (body: NewPerson) =>
  (await authFetch<Envelope<AddedPerson>>(PEOPLE, { method: 'POST', body })).data;

export const changeRole = async (cusId: number, role: StaffRole) =>
  (
    await authFetch<Envelope<StaffAccount>>(`${PEOPLE}/${cusId}`, {
      method: 'PATCH',
      body: { role },
    })
  ).data;

export const removePerson = async (cusId: number) =>
  (await authFetch<Envelope<StaffAccount>>(`${PEOPLE}/${cusId}`, { method: 'DELETE' })).data;

/** Sets the home branch of a person; null removes it. */
export const setHomeBranch = async (cusId: number, branchId: number | null) =>
  (
    await authFetch<Envelope<StaffMember>>(`${PEOPLE}/${cusId}/branch`, {
      method: 'PUT',
      body: { branch_id: branchId },
    })
  ).data;

/** Invalidates the lists and the caller's own permissions, because the caller may have changed their own role. */
export function renewPeople(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: [PEOPLE] });
  recheckAccess(client);
}
