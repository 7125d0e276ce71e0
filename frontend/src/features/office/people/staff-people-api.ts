import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { authFetch } from '@/shared/api/auth';
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

export type NewPerson = Schemas['AddPersonBody'];
/** `password` is the password of a new account; null if the account existed and keeps its own. */
export type AddedPerson = Schemas['AddedPerson'];

/** Members of the staff, in the order in which their accounts were created. */
export const staffPeopleQuery = queryOptions<StaffMember[]>({
  queryKey: [PEOPLE],
  queryFn: async ({ signal }) =>
    (await authFetch<Envelope<StaffMember[]>>(PEOPLE, { signal })).data,
  staleTime: 0,
  refetchOnWindowFocus: true,
  refetchOnReconnect: 'always',
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

/** Invalidates the list and the caller's own permissions, because the caller may have changed their own role. */
export function renewPeople(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: [PEOPLE] });
  recheckAccess(client);
}
