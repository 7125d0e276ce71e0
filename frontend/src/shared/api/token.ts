import { readLocal, removeLocal, writeLocal } from '@/shared/storage/local-storage';
import { ApiError, problemOf, send } from './client';

const STORAGE_KEY = 'heuan_api_token';
const TTL_MS = 86_400_000;
const DEMO_KEY = 'heuan-demo-key';

/** The texts of the specification; `errorText` has them in the shopper's language. */
const TEXTS = {
  validation: 'API token validation failed',
  missing: 'No API token available. Please reload the page and try again.',
  refresh: 'API token refresh failed. Cannot proceed with the request.',
};

const OFFLINE = { status: 0, code: 'offline' } as const;

/**
 * A call that was not sent, because there is no API token for it. Status and code are those of the token request; without
 * an answer they are 0 and `offline`.
 */
export class ApiTokenError extends ApiError {
  override readonly name: string = 'ApiTokenError';
  constructor(
    readonly kind: keyof typeof TEXTS,
    override readonly cause?: unknown,
  ) {
    const { status, code } = cause instanceof ApiError ? cause : OFFLINE;
    super(status, code, TEXTS[kind]);
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
  if (!response.ok) throw new ApiTokenError('validation', await problemOf(response));
  const body: { success?: boolean; data?: { token?: string } } = await response
    .json()
    .catch(() => ({}));
  const token = body.data?.token;
  if (!body.success || !token) {
    const cause = new ApiError(response.status, 'internal', 'The answer has no token');
    throw new ApiTokenError('validation', cause);
  }
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
