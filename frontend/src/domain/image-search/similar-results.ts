import { readSession, writeSession } from '@/shared/storage/session-storage';
import type { SimilarProduct } from './similar-product';

/** Results of an image search, shown on the shop page. */
export type SimilarResults = {
  /** Key under which a history entry finds the results again. */
  key: string;
  items: SimilarProduct[];
  /** Thumbnail of the searched image, as a `data:` URL. */
  image: string;
};

const STORAGE_KEY = 'heuan_similar';
/** Maximum number of stored searches. An older one shows the whole list instead. */
const MAX_RESULTS = 5;

let stored: SimilarResults[] | undefined;

const all = () => {
  stored ??= readSession<SimilarResults[]>(STORAGE_KEY) ?? [];
  return stored;
};

/** Stores the results in session storage, so that they survive a reload, and returns their key. */
export function storeSimilarResults(items: SimilarProduct[], image: string): string {
  const key = Date.now().toString(36);
  stored = [{ key, items, image }, ...all().filter((other) => other.key !== key)].slice(
    0,
    MAX_RESULTS,
  );
  writeSession(STORAGE_KEY, stored);
  return key;
}

export const findSimilarResults = (key: string | undefined): SimilarResults | undefined =>
  key === undefined ? undefined : all().find((results) => results.key === key);
