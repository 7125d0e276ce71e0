import { authFetch } from '@/shared/api/auth';
import { pushStatus } from '@/shared/push/push-status';
import {
  currentPush,
  disablePush,
  enablePush,
  PushError,
  pushLanguage,
  refreshPush,
} from '@/shared/push/push-subscription';
import { readLocal, removeLocal, writeLocal } from '@/shared/storage/local-storage';

const KEY = 'heuan_staff_push';
const SUBSCRIPTION = '/api/staff/push/subscription';

/** A kind of pushes to the staff: new orders; chats that wait, and messages of the contact form. */
export type StaffPushKind = 'new_orders' | 'customer_messages';

/** Choice of this device: the account, its kinds, and whether the device received the shop's notifications before. */
type Choice = {
  cus_id: number;
  kinds: StaffPushKind[];
  hadPush: boolean;
  /** Whether only new orders of the home branch are pushed. */
  onlyHomeBranch?: boolean;
};
/** Choice of an earlier release: new orders, with phone number and e-mail address of the account. */
type FormerChoice = { who: string; hadPush: boolean };

/** An account. `formerKey` is what earlier releases named it by; null before the session is known. */
export type PushAccount = { cusId: number; formerKey: string | null };

/** The kinds of pushes that an account has chosen on this device. */
export const staffPushKinds = (account: PushAccount): StaffPushKind[] =>
  readChoice(account)?.kinds ?? [];

/** Whether this device gets only new orders of the home branch. */
export const isOnlyHomeBranch = (account: PushAccount): boolean =>
  readChoice(account)?.onlyHomeBranch === true;

/**
 * The choice of an account. A choice of an earlier release becomes the choice of the account that it names,
 * or is removed.
 */
function readChoice({ cusId, formerKey }: PushAccount): Choice | null {
  const stored = readLocal<Choice | FormerChoice>(KEY);
  if (stored && 'who' in stored) {
    if (formerKey === null) return null;
    removeLocal(KEY);
    if (stored.who !== formerKey) return null;
    const choice: Choice = { cus_id: cusId, kinds: ['new_orders'], hadPush: stored.hadPush };
    writeLocal(KEY, choice);
    return choice;
  }
  return stored?.cus_id === cusId && Array.isArray(stored.kinds) ? stored : null;
}

/**
 * Requests the permission, subscribes this browser and adds a kind of pushes. Resolves with the permission; `default`
 * means that the prompt was dismissed. Throws `PushError` if it was granted and something else failed.
 */
export async function enableStaffPush(
  language: string,
  account: PushAccount,
  kind: StaffPushKind,
): Promise<NotificationPermission> {
  const { cusId } = account;
  const isSubscribed = pushStatus() === 'granted';
  const before = isSubscribed ? readChoice(account) : null;
  const permission = isSubscribed ? 'granted' : await enablePush(language, cusId);
  if (permission !== 'granted') return permission;
  const kinds = [...(before?.kinds ?? []).filter((one) => one !== kind), kind];
  const onlyHomeBranch = before?.onlyHomeBranch ?? false;
  try {
    await choose(language, cusId, kinds, onlyHomeBranch);
  } catch (cause) {
    if (!isSubscribed) await disablePush();
    throw cause instanceof PushError ? cause : new PushError('shop', cause);
  }
  const hadPush = before?.hadPush ?? isSubscribed;
  writeLocal(KEY, { cus_id: cusId, kinds, hadPush, onlyHomeBranch } satisfies Choice);
  return permission;
}

/** Ends a kind of pushes. After the last kind, the notifications of the shop stay if the device had them before. */
export async function disableStaffPush(
  language: string,
  account: PushAccount,
  kind: StaffPushKind,
): Promise<void> {
  const { cusId } = account;
  const before = readChoice(account);
  const hadPush = before?.hadPush ?? true;
  const onlyHomeBranch = before?.onlyHomeBranch ?? false;
  const kinds = (before?.kinds ?? []).filter((one) => one !== kind);
  if (kinds.length > 0 || hadPush) await choose(language, cusId, kinds, onlyHomeBranch);
  else await disablePush();
  const choice: Choice = { cus_id: cusId, kinds, hadPush, onlyHomeBranch };
  if (kinds.length > 0) writeLocal(KEY, choice);
  else removeLocal(KEY);
}

/** Chooses whether only new orders of the home branch are pushed. Has no effect without a kind that is on. */
export async function setOnlyHomeBranch(
  language: string,
  account: PushAccount,
  onlyHomeBranch: boolean,
): Promise<void> {
  const before = readChoice(account);
  if (!before) return;
  await choose(language, account.cusId, before.kinds, onlyHomeBranch);
  writeLocal(KEY, { ...before, onlyHomeBranch } satisfies Choice);
}

/** Chooses the kinds again, for a new session, another language or a changed subscription of the browser. */
export async function refreshStaffPush(language: string, account: PushAccount): Promise<void> {
  const choice = readChoice(account);
  if (!choice?.kinds.length) return;
  await choose(language, account.cusId, choice.kinds, choice.onlyHomeBranch ?? false);
}

async function choose(
  language: string,
  cusId: number,
  kinds: StaffPushKind[],
  onlyHomeBranch: boolean,
): Promise<void> {
  await refreshPush(language, cusId);
  const subscription = await currentPush();
  if (!subscription) throw new PushError('browser', 'no subscription');
  const { endpoint, keys } = subscription.toJSON();
  const body = {
    endpoint,
    keys,
    language: pushLanguage(language),
    new_orders: kinds.includes('new_orders'),
    customer_messages: kinds.includes('customer_messages'),
    ...(onlyHomeBranch && { only_home_branch: true }),
  };
  await authFetch(SUBSCRIPTION, { method: 'PUT', body });
}
