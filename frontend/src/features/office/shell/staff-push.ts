import { authFetch } from '@/shared/api/auth';
import { pushStatus } from '@/shared/push/push-status';
import {
  currentPush,
  disablePush,
  enablePush,
  PushError,
  refreshPush,
} from '@/shared/push/push-subscription';
import { readLocal, removeLocal, writeLocal } from '@/shared/storage/local-storage';

const KEY = 'heuan_staff_push';
const SUBSCRIPTION = '/api/staff/push/subscription';

/** Choice of this device: the account, and whether the device received the shop's notifications before. */
type Choice = { cus_id: number; hadPush: boolean };
/** Choice of an earlier release, with phone number and e-mail address of the account. */
type FormerChoice = { who: string; hadPush: boolean };

/** An account. `formerKey` is what earlier releases named it by; null before the session is known. */
export type PushAccount = { cusId: number; formerKey: string | null };

/** Whether an account has chosen pushes of new orders on this device. */
export const hasStaffPush = (account: PushAccount): boolean => readChoice(account) !== null;

/** The choice of an account. One of an earlier release becomes that of the account it names, or is removed. */
function readChoice({ cusId, formerKey }: PushAccount): Choice | null {
  const stored = readLocal<Choice | FormerChoice>(KEY);
  if (stored && 'who' in stored) {
    if (formerKey === null) return null;
    removeLocal(KEY);
    if (stored.who !== formerKey) return null;
    const choice = { cus_id: cusId, hadPush: stored.hadPush };
    writeLocal(KEY, choice);
    return choice;
  }
  return stored?.cus_id === cusId ? stored : null;
}

/**
 * Requests the permission, subscribes this browser and chooses pushes of new orders. Resolves with the permission;
 * `default` means that the prompt was dismissed. Throws `PushError` if it was granted and something else failed.
 */
export async function enableStaffPush(
  language: string,
  { cusId }: PushAccount,
): Promise<NotificationPermission> {
  const hadPush = pushStatus() === 'granted';
  const permission = hadPush ? 'granted' : await enablePush(language, cusId);
  if (permission !== 'granted') return permission;
  try {
    await choose(language, cusId, true);
  } catch (cause) {
    if (!hadPush) await disablePush();
    throw cause instanceof PushError ? cause : new PushError('shop', cause);
  }
  writeLocal(KEY, { cus_id: cusId, hadPush } satisfies Choice);
  return permission;
}

/** Ends pushes of new orders. The notifications of the shop stay if the device had them before. */
export async function disableStaffPush(language: string, account: PushAccount): Promise<void> {
  const hadPush = readChoice(account)?.hadPush ?? true;
  if (hadPush) await choose(language, account.cusId, false);
  else await disablePush();
  removeLocal(KEY);
}

/** Chooses pushes again, for a new session, another language or a changed subscription of the browser. */
export const refreshStaffPush = (language: string, { cusId }: PushAccount) =>
  choose(language, cusId, true);

async function choose(language: string, cusId: number, newOrders: boolean): Promise<void> {
  await refreshPush(language, cusId);
  const subscription = await currentPush();
  if (!subscription) throw new PushError('browser', 'no subscription');
  const { endpoint, keys } = subscription.toJSON();
  const body = { endpoint, keys, language, new_orders: newOrders };
  await authFetch(SUBSCRIPTION, { method: 'PUT', body });
}
