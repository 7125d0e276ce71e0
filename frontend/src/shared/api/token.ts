import { readLocal, removeLocal, writeLocal } from '@/shared/storage/local-storage';
import { send } from './client';

const STORAGE_KEY = 'heuan_api_token';
const TTL_MS = 86_400_000;
const DEMO_KEY = 'heuan-demo-key';

/** The texts of the specification; `errorText` has them in the shopper's language. */
const TEXTS = {
  validation: 'API token validation failed',
  missing: 'No API token available. Please reload the page and try again.',
  refresh: 'API token refresh failed. Cannot proceed with the request.',
};

export class ApiTokenError extends Error {
  override readonly name = 'ApiTokenError';
  constructor(
    readonly kind: keyof typeof TEXTS,
    cause?: unknown,
  ) {
    super(TEXTS[kind], { cause });
  }
}

type StoredToken = { token: string; expires: number };

/** For a browser that keeps nothing. */
let inMemory: StoredToken | null = null;
let pendingToken: Promise<string> | null = null;

/** The token of this browser: kept 24 h, fetched when there is none. All who ask meanwhile wait for the same answer. */
export async function apiToken(): Promise<string> {
  const stored = readLocal<StoredToken>(STORAGE_KEY) ?? inMemory;
  if (stored?.token && stored.expires > Date.now()) return stored.token;
  pendingToken ??= fetchToken().finally(() => {
    pendingToken = null;
  });
  return await pendingToken;
}

/** Forgets the token; with `refused`, only if it is still the one that was refused. */
export function clearApiToken(refused?: string): void {
  const stored = readLocal<StoredToken>(STORAGE_KEY) ?? inMemory;
  if (refused !== undefined && stored?.token !== refused) return;
  inMemory = null;
  removeLocal(STORAGE_KEY);
}

async function fetchToken(): Promise<string> {
  const expires = Date.now() + TTL_MS;
  const response = await send('/api/api-token', {
    method: 'POST',
    headers: { accept: 'application/json', authorization: `Bearer ${publishableKey()}` },
    cache: 'no-store',
  });
  const body: { success?: boolean; data?: { token?: string } } = await response
    .json()
    .catch(() => ({}));
  const token = body.data?.token;
  if (!response.ok || !body.success || !token) throw new ApiTokenError('validation');
  inMemory = { token, expires };
  writeLocal(STORAGE_KEY, inMemory);
  return token;
}

/** The shop's key from the page; a page without one belongs to the demo. */
function publishableKey(): string {
  return (
    document.querySelector<HTMLMetaElement>('meta[name=heuan-key]')?.content.trim() || DEMO_KEY
  );
}
