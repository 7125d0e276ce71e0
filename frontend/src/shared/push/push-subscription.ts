import { authFetch } from '@/shared/api/auth';
import { getJson } from '@/shared/api/client';
import type { Envelope } from '@/shared/api/types';
import { shownLanguage } from '@/shared/i18n/language-preference';
import { readsLao } from '@/shared/i18n/pick-text';
import { withTabLock } from '@/shared/storage/tab-lock';
import { recheckPush, setRequesting } from './push-status';
import { readRegistered, storedEndpoint, storeOptIn, writeRegistered } from './push-storage';

const WORKER = '/sw.js';
const SUBSCRIPTION = '/api/auth/push/subscription';

/**
 * Failure after the permission was granted: of the browser's push service, or of the server (then `cause` has details).
 */
export class PushError extends Error {
  override readonly name = 'PushError';
  constructor(
    readonly at: 'browser' | 'shop',
    cause: unknown,
  ) {
    super(`push: ${at}`, { cause });
  }
}

/**
 * Requests the permission and subscribes. Resolves with the permission; `default` means that the prompt was dismissed.
 * Throws `PushError` if it was granted and something else failed; nothing is stored then.
 */
export async function enablePush(language: string, cusId: number): Promise<NotificationPermission> {
  setRequesting(true);
  try {
    const permission = await Notification.requestPermission();
    if (permission !== 'granted') return permission;
    const subscription = await subscribe();
    try {
      await register(subscription, language, cusId);
    } catch (cause) {
      await subscription.unsubscribe().catch(() => false);
      throw new PushError('shop', cause);
    }
    storeOptIn(subscription.endpoint);
    return permission;
  } finally {
    setRequesting(false);
  }
}

/** Ends pushes to this browser. Without the browser's subscription, later pushes are not delivered. */
export async function disablePush(): Promise<void> {
  const endpoint = storedEndpoint();
  storeOptIn(null);
  recheckPush();
  const subscription = await currentPush();
  await subscription?.unsubscribe().catch(() => false);
  await deleteRegistration(subscription?.endpoint ?? endpoint);
}

/**
 * Updates the registration of this browser if it has opted in: after a sign-in, in another language, or when the
 * browser has changed its subscription. Sends a request only after a change, and only one tab does, because each tab is notified of
 * a change and a second subscription would replace the first.
 */
export const refreshPush = (language: string, cusId: number): Promise<void> =>
  withTabLock('heuan-push', async () => {
    const subscription = (await currentPush()) ?? (await subscribe());
    if (readRegistered() === registrationKey(subscription, language, cusId)) return;
    await register(subscription, language, cusId);
    storeOptIn(subscription.endpoint);
    recheckPush();
  });

/** Unregisters the customer from pushes to this browser, before the sign-out. The next login registers again. */
export async function unregisterPush(): Promise<void> {
  writeRegistered(null);
  await deleteRegistration(storedEndpoint());
}

/**
 * Unsubscribes the browser after the session has ended, when the server cannot be notified. Without a subscription the
 * browser receives no pushes.
 */
export async function unsubscribePush(): Promise<void> {
  writeRegistered(null);
  await (await currentPush())?.unsubscribe().catch(() => false);
}

async function deleteRegistration(endpoint: string | null): Promise<void> {
  if (!endpoint) return;
  await authFetch(SUBSCRIPTION, { method: 'DELETE', body: { endpoint } }).catch(() => {});
}

/** The subscription of this browser, or null. */
export async function currentPush(): Promise<PushSubscription | null> {
  try {
    const worker = await navigator.serviceWorker.getRegistration(WORKER);
    return (await worker?.pushManager.getSubscription()) ?? null;
  } catch {
    return null;
  }
}

async function subscribe(): Promise<PushSubscription> {
  let key: string;
  try {
    key = (await getJson<Envelope<{ key: string }>>('/api/v1/push/key')).data.key;
  } catch (cause) {
    throw new PushError('shop', cause);
  }
  try {
    await navigator.serviceWorker.register(WORKER);
    const { pushManager } = await navigator.serviceWorker.ready;
    const options = { userVisibleOnly: true, applicationServerKey: key };
    const known = await pushManager.getSubscription();
    if (known && !isFor(known, key)) await known.unsubscribe();
    return await pushManager.subscribe(options);
  } catch (cause) {
    throw new PushError('browser', cause);
  }
}

/** Whether a subscription belongs to this key. A reinstalled shop has another key and cannot use old subscriptions. */
function isFor(subscription: PushSubscription, key: string): boolean {
  const bytes = subscription.options?.applicationServerKey;
  if (!bytes) return true;
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === key;
}

/** Language of the texts pushed to this browser: English if the page is in a language without addresses, at a Lao one. */
export const pushLanguage = (code: string): string =>
  /^(la|th)$/.test(code) && !readsLao(shownLanguage()) ? 'en' : code;

async function register(subscription: PushSubscription, code: string, cusId: number) {
  const { endpoint, keys } = subscription.toJSON();
  await authFetch(SUBSCRIPTION, {
    method: 'PUT',
    body: { endpoint, keys, language: pushLanguage(code) },
  });
  writeRegistered(registrationKey(subscription, code, cusId));
}

/**
 * Key of a registration. Its version increases when every browser has to register again: since `2` the server stores
 * the session with it, since `3` the key has the account's id instead of phone number and e-mail address.
 */
const registrationKey = ({ endpoint }: PushSubscription, code: string, cusId: number) =>
  `3 ${pushLanguage(code)} ${cusId} ${endpoint}`;
