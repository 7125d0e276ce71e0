import type { SimilarProduct } from '@/domain/image-search/similar-product';

const TTL_MS = 10 * 60_000;
const MAX_ENTRIES = 50;

export type ImageSearchResults = {
  results: SimilarProduct[];
  /** Texts of the server, highest priority first. */
  message?: string;
  warning?: string;
  error?: string;
};

/**
 * Cache of search results by image hash, so that searching the same image again needs no request. The oldest entry is
 * evicted first.
 */
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

/** Hash of an image. Undefined on pages without HTTPS, where browsers have no `crypto.subtle`. */
export async function imageHash(image: Blob, limit: number): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  const hash = await crypto.subtle.digest('SHA-256', await image.arrayBuffer());
  const hex = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0'));
  return `${hex.join('')}/${limit}`;
}
