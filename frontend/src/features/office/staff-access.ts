import type { QueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { type StaffArea, type StaffMe, staffMeQuery } from '@/domain/staff/staff-check';
import { ApiError } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { formatPhone } from '@/shared/forms/phone';
import type { MessageKey } from '@/shared/i18n/load-messages';

type Schemas = components['schemas'];
export type StaffRole = Schemas['StaffRole'];
/** An account as the back office sees it. Phone and address may be empty. */
export type StaffAccount = Schemas['Customer'];

export const STAFF_ROLES: StaffRole[] = ['clerk', 'editor', 'manager'];

/** Asks again what the signed-in person may do, after a call was refused. */
export const recheckAccess = (client: QueryClient) =>
  void client.invalidateQueries({ queryKey: staffMeQuery.queryKey });

export const StaffContext = createContext<StaffMe | null>(null);

/** The signed-in member of the staff; null outside of the frame. */
export const useStaff = () => use(StaffContext);

/** Whether the role may use an area. The shop decides; this hides what it would refuse. */
export function useMay(): (area: StaffArea) => boolean {
  const me = useStaff();
  return (area) => me?.areas.includes(area) ?? true;
}

export const isHidden = (error: unknown) => error instanceof ApiError && error.status === 404;

/** The role of the staff does not suffice. */
export const isRoleRefusal = (error: unknown) =>
  error instanceof ApiError && error.status === 403 && error.reason === 'role';

export const ROLE_TEXTS: Record<StaffAccount['role'], MessageKey> = {
  clerk: 'office.role.clerk',
  editor: 'office.role.editor',
  manager: 'office.role.manager',
  customer: 'office.role.customer',
};

/** What a role may do, in one sentence. */
export const ROLE_NOTES: Record<StaffRole, MessageKey> = {
  clerk: 'office.role.clerkMay',
  editor: 'office.role.editorMay',
  manager: 'office.role.managerMay',
};

type Named = Pick<StaffAccount, 'fname' | 'lname'> & { phone?: string; email?: string };

/** The name, or the number or address of an account that was made by a code and has none yet. */
export const fullName = ({ fname, lname, phone, email }: Named) =>
  `${fname} ${lname}`.trim() || formatPhone(phone ?? '') || (email ?? '');
