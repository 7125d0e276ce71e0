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
type Choice = { who: string; hadPush: boolean };

/** Whether an account has chosen pushes of new orders on this device. */
export const hasStaffPush = (who: string) => readLocal<Choice>(KEY)?.who === who;

/**
 * Requests the permission, subscribes this browser and chooses pushes of new orders. Resolves with the permission;
 * `default` means that the prompt was dismissed. Throws `PushError` if it was granted and something else failed.
 */
export async function enableStaffPush(
  language: string,
  who: string,
): Promise<NotificationPermission> {
  const hadPush = pushStatus() === 'granted';
  const permission = hadPush ? 'granted' : await enablePush(language, who);
  if (permission !== 'granted') return permission;
  try {
    await choose(language, who, true);
  } catch (cause) {
    if (!hadPush) await disablePush();
    throw cause instanceof PushError ? cause : new PushError('shop', cause);
  }
  writeLocal(KEY, { who, hadPush } satisfies Choice);
  return permission;
}

/** Ends pushes of new orders. The notifications of the shop stay if the device had them before. */
export async function disableStaffPush(language: string, who: string): Promise<void> {
  const hadPush = readLocal<Choice>(KEY)?.hadPush ?? true;
  if (hadPush) await choose(language, who, false);
  else await disablePush();
  removeLocal(KEY);
}

/** Chooses pushes again, for a new session, another language or a changed subscription of the browser. */
export const refreshStaffPush = (language: string, who: string) => choose(language, who, true);

async function choose(language: string, who: string, newOrders: boolean): Promise<void> {
  await refreshPush(language, who);
  const subscription = await currentPush();
  if (!subscription) throw new PushError('browser', 'no subscription');
  const { endpoint, keys } = subscription.toJSON();
  const body = { endpoint, keys, language, new_orders: newOrders };
  await authFetch(SUBSCRIPTION, { method: 'PUT', body });
}
