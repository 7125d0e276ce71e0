import type { QueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { type StaffArea, type StaffMe, staffMeQuery } from '@/domain/staff/staff-check';
import { ApiError } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { formatPhone } from '@/shared/forms/phone';
import type { MessageKey } from '@/shared/i18n/load-messages';

type Schemas = components['schemas'];
export type StaffRole = Schemas['StaffRole'];
/** An account as the back office sees it. Phone number and e-mail address may be empty. */
export type StaffAccount = Schemas['Customer'];

/** A member of the staff in the list of people. */
export type StaffMember = Schemas['StaffMember'];

export const STAFF_ROLES: StaffRole[] = ['clerk', 'editor', 'manager'];

/** Rechecks the permissions of the signed-in member of staff, after a request was refused. */
export const recheckAccess = (client: QueryClient) =>
  void client.invalidateQueries({ queryKey: staffMeQuery.queryKey });

export const StaffContext = createContext<StaffMe | null>(null);

/** The signed-in member of the staff; null outside of the back office. */
export const useStaff = () => use(StaffContext);

/** Whether the role may use an area. The server decides; this only hides what it would refuse. */
export function useMay(): (area: StaffArea) => boolean {
  const me = useStaff();
  return (area) => me?.areas.includes(area) ?? true;
}

export const isHidden = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Whether an error says that the role is not sufficient. */
export const isRoleRefusal = (error: unknown) =>
  error instanceof ApiError && error.status === 403 && error.reason === 'role';

export const ROLE_TEXTS: Record<StaffAccount['role'], MessageKey> = {
  clerk: 'office.role.clerk',
  editor: 'office.role.editor',
  manager: 'office.role.manager',
  customer: 'office.role.customer',
};

/** One sentence about what each role may do. */
export const ROLE_NOTES: Record<StaffRole, MessageKey> = {
  clerk: 'office.role.clerkMay',
  editor: 'office.role.editorMay',
  manager: 'office.role.managerMay',
};

type Named = Pick<StaffAccount, 'fname' | 'lname'> & { phone?: string; email?: string };

/** Name of an account. An account that was created by a code and has no name shows its number or address. */
export const fullName = ({ fname, lname, phone, email }: Named) =>
  `${fname} ${lname}`.trim() || formatPhone(phone ?? '') || (email ?? '');
