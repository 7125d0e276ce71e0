import { readSession, writeSession } from '@/shared/storage/session-storage';
import type { SimilarProduct } from './similar-product';

/** Results of an image search, for the shop page. */
export type SimilarResults = {
  /** The name under which a place in the browser's history finds it again. */
  key: string;
  items: SimilarProduct[];
  /** The picture, small, as a `data:` address. */
  image: string;
};

const STORAGE_KEY = 'heuan_similar';
/** Back and forward between a few searches; older ones show the whole list again. */
const MAX_RESULTS = 5;

let stored: SimilarResults[] | undefined;

const all = () => {
  stored ??= readSession<SimilarResults[]>(STORAGE_KEY) ?? [];
  return stored;
};

/** Keeps what was found, also through a reload of this tab, and returns its name. */
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
