import { readLocal, removeLocal, writeLocal } from '@/shared/storage/local-storage';

/** Products that a visitor looked at: they stay in this browser until login makes them the account's. */
const STORAGE_KEY = 'heuan_viewed';

/** Maximum products, equal to the server's limit for a customer. */
export const MAX_VIEWED = 24;

/** Ids, the last viewed first. */
export function readStoredViewed(): number[] {
  const ids = readLocal<unknown>(STORAGE_KEY);
  if (!Array.isArray(ids)) return [];
  return ids.filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, MAX_VIEWED);
}

export function storeViewed(ids: number[]): void {
  if (ids.length === 0) removeLocal(STORAGE_KEY);
  else writeLocal(STORAGE_KEY, ids.slice(0, MAX_VIEWED));
}

/** Puts a product first; it stands there once. */
export const withViewed = (ids: number[], proId: number): number[] =>
  [proId, ...ids.filter((id) => id !== proId)].slice(0, MAX_VIEWED);
