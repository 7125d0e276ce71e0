import { readLocal, removeLocal, writeLocal } from '@/shared/storage/local-storage';

/** Viewed products of a visitor: stored in this browser until login adds them to the account. */
const STORAGE_KEY = 'heuan_viewed';

/** Maximum products, equal to the server's limit for a customer. */
export const MAX_VIEWED = 24;

/** Reads the ids, last viewed first. */
export function readStoredViewed(): number[] {
  const ids = readLocal<unknown>(STORAGE_KEY);
  if (!Array.isArray(ids)) return [];
  return ids.filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, MAX_VIEWED);
}

export function storeViewed(ids: number[]): void {
  if (ids.length === 0) removeLocal(STORAGE_KEY);
  else writeLocal(STORAGE_KEY, ids.slice(0, MAX_VIEWED));
}

/** Moves or adds a product to the start of the list. */
export const withViewed = (ids: number[], proId: number): number[] =>
  [proId, ...ids.filter((id) => id !== proId)].slice(0, MAX_VIEWED);
