import type { AppContext } from '@/shared/hooks/use-app-context';

/**
 * - `signedIn`: a visitor has become a customer.
 * - `signingOut`: the customer is about to be signed out and the session is still valid.
 * - `sessionEnded`: there is no customer any more, for whatever reason.
 * - `signedOut`: the customer has signed out on this device; follows `sessionEnded`.
 */
export type SessionEvent = 'signedIn' | 'signingOut' | 'sessionEnded' | 'signedOut';

type Listener = (event: SessionEvent, context: AppContext) => Promise<void>;

const listeners = new Set<Listener>();

/**
 * Subscribes to the session's events. Cart, wishlist and the like depend on the session, so the session publishes what
 * happens instead of calling them. Returns a function that unsubscribes.
 */
export function onSessionEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Resolves when every subscriber has handled the event. */
export async function publishSessionEvent(event: SessionEvent, context: AppContext): Promise<void> {
  await Promise.all([...listeners].map((listener) => listener(event, context)));
}
