import type { Similar } from '@/domain/image-search/similar-product';

const LIFETIME = 10 * 60_000;
const MOST = 50;

export type Answer = {
  results: Similar[];
  /** Words of the shop, in the order in which they count. */
  message?: string;
  warning?: string;
  error?: string;
};

/** What pictures found lately: the same picture again needs no call. The oldest answer goes first. */
export function createCache(now: () => number = Date.now) {
  const entries = new Map<string, { answer: Answer; timestamp: number }>();
  return {
    get(key: string): Answer | undefined {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (now() - entry.timestamp < LIFETIME) return entry.answer;
      entries.delete(key);
      return undefined;
    },
    set(key: string, answer: Answer): void {
      entries.delete(key);
      entries.set(key, { answer, timestamp: now() });
      const [oldest] = entries.keys();
      if (entries.size > MOST && oldest !== undefined) entries.delete(oldest);
    },
  };
}

export const answers = createCache();

/** The picture's hash; nothing on pages without a secure connection, whose browser makes none. */
export async function keyOf(picture: Blob, limit: number): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  const hash = await crypto.subtle.digest('SHA-256', await picture.arrayBuffer());
  const hex = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0'));
  return `${hex.join('')}/${limit}`;
}
