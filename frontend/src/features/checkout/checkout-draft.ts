import { readSession, removeSession, writeSession } from '@/shared/storage/session-storage';
import { CHECKOUT_KEYS } from './checkout-storage-keys';
import { type CheckoutValues, EMPTY_VALUES } from './checkout-values';

/**
 * Session storage key of the typed values, which survive a reload. They belong to one customer; another never sees
 * them.
 */
const STORAGE_KEY = CHECKOUT_KEYS.draft;
type Draft = { customer: string; values: Partial<CheckoutValues> };

/** Digest of the customer id from the readable cookie. It only separates the drafts in this tab. */
export function customerDigest(cookies = document.cookie): string {
  return /(?:^|;\s*)cus_id=([^;\s]+)/.exec(cookies)?.[1] ?? '';
}

export function readDraft(customer: string): Partial<CheckoutValues> {
  const draft = readSession<Draft>(STORAGE_KEY);
  if (draft?.customer !== customer || typeof draft.values !== 'object') return {};
  const texts = Object.entries(draft.values).filter(
    ([name, value]) => name in EMPTY_VALUES && typeof value === 'string',
  );
  return Object.fromEntries(texts);
}

export function writeDraft(customer: string, values: CheckoutValues): void {
  writeSession(STORAGE_KEY, { customer, values } satisfies Draft);
}

export function clearDraft(): void {
  removeSession(STORAGE_KEY);
}
