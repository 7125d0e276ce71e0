/**
 * Opt-in of this browser, with the keys and plain values of the specification: the subscription's endpoint, and `true`.
 * Never throws.
 */
const TOKEN = 'fcmToken';
const IS_SUBSCRIBED = 'isSubscribed';
/** Last registration sent to the server, so that it is sent again only after a change. */
const REGISTERED = 'heuan_push_told';

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

const write = (key: string, value: string | null) => {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Without storage this browser is asked again next time.
  }
};

export const storedEndpoint = () => read(TOKEN) || null;

export const hasOptedIn = () => read(IS_SUBSCRIBED) === 'true' && storedEndpoint() !== null;

export function storeOptIn(endpoint: string | null): void {
  write(TOKEN, endpoint);
  write(IS_SUBSCRIBED, endpoint === null ? null : 'true');
  if (endpoint === null) write(REGISTERED, null);
}

export const readRegistered = () => read(REGISTERED);
export const writeRegistered = (registered: string | null) => write(REGISTERED, registered);
