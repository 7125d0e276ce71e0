import { randomKey } from '@/shared/api/random-key';
import { readSession, removeSession, writeSession } from '@/shared/storage/session-storage';
import { CHECKOUT_KEYS } from './checkout-storage-keys';

const STORAGE_KEY = CHECKOUT_KEYS.quote;

/**
 * Idempotency key of quotes until one is shown. The server treats a new price as seen once a quote has reported it, but
 * the response may never be shown (another choice was quicker, the page was reloaded). Under the same key the change is
 * reported again.
 */
export function quoteKey(): string {
  const known = readSession<unknown>(STORAGE_KEY);
  if (typeof known === 'string' && known !== '') return known;
  const key = randomKey();
  writeSession(STORAGE_KEY, key);
  return key;
}

/** Called when a quote is shown: its changes need not be reported again. */
export function clearQuoteKey(): void {
  removeSession(STORAGE_KEY);
}
