import type { StaffMe } from '@/domain/staff/staff-check';
import type { StaffAccount, StaffMember } from '@/features/office/staff-access';

/** Account fixture of a manager. */
export const staffAccount = (change: Partial<StaffAccount> = {}): StaffAccount => ({
  cus_id: 1,
  fname: 'Chantha',
  lname: 'Phimmasone',
  phone: '+8562022110190',
  email: '',
  role: 'manager',
  created_at: '2026-03-01T08:00:00+07:00',
  ...change,
});

/** Member of the staff, as the list of people has them. */
export const staffMember = (change: Partial<StaffMember> = {}): StaffMember => ({
  ...staffAccount(change),
  home_branch_id: change.home_branch_id ?? null,
});

const CLERK: StaffMe['areas'] = ['today', 'orders', 'customers', 'inbox', 'messages', 'outbox'];
const EDITOR: StaffMe['areas'] = [
  'today',
  'products',
  'content',
  'imports',
  'searches',
  'broadcasts',
];
const ALL: StaffMe['areas'] = [
  'today',
  'orders',
  'customers',
  'inbox',
  'messages',
  'outbox',
  'templates',
  'products',
  'content',
  'imports',
  'searches',
  'broadcasts',
  'people',
  'audit',
];

/** Response fixture about the signed-in member of staff. */
export const staffMe = (
  role: 'clerk' | 'editor' | 'manager',
  homeBranchId: number | null = null,
): StaffMe => ({
  account: staffAccount({ role }),
  areas: { clerk: CLERK, editor: EDITOR, manager: ALL }[role],
  second_factor: 'not_required',
  has_temporary_password: false,
  home_branch_id: homeBranchId,
});
