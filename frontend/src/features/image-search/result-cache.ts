import type { SimilarProduct } from '@/domain/image-search/similar-product';

const TTL_MS = 10 * 60_000;
const MAX_ENTRIES = 50;

export type ImageSearchResults = {
  results: SimilarProduct[];
  /** Words of the shop, in the order in which they count. */
  message?: string;
  warning?: string;
  error?: string;
};

/** What pictures found lately: the same picture again needs no call. The oldest answer goes first. */
export function createResultCache(now: () => number = Date.now) {
  const entries = new Map<string, { answer: ImageSearchResults; timestamp: number }>();
  return {
    get(key: string): ImageSearchResults | undefined {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (now() - entry.timestamp < TTL_MS) return entry.answer;
      entries.delete(key);
      return undefined;
    },
    set(key: string, answer: ImageSearchResults): void {
      entries.delete(key);
      entries.set(key, { answer, timestamp: now() });
      const [oldest] = entries.keys();
      if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest);
    },
  };
}

export const resultCache = createResultCache();

/** The picture's hash; nothing on pages without a secure connection, whose browser makes none. */
export async function imageHash(picture: Blob, limit: number): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  const hash = await crypto.subtle.digest('SHA-256', await picture.arrayBuffer());
  const hex = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0'));
  return `${hex.join('')}/${limit}`;
}
