import { readLocal, removeLocal, writeLocal } from '@/shared/storage/local-storage';
import { ApiError, problemOf, send } from './client';

const STORAGE_KEY = 'heuan_api_token';
const TTL_MS = 86_400_000;
const DEMO_KEY = 'heuan-demo-key';

/** Error texts of the specification; `errorText` translates them. */
const TEXTS = {
  validation: 'API token validation failed',
  missing: 'No API token available. Please reload the page and try again.',
  refresh: 'API token refresh failed. Cannot proceed with the request.',
};

const OFFLINE = { status: 0, code: 'offline' } as const;

/**
 * A request that was not sent, because there is no API token. Status and code are those of the token request; without a
 * response they are 0 and `offline`.
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

/** Token for browsers without storage. */
let inMemory: StoredToken | null = null;
let pendingToken: Promise<string> | null = null;

/**
 * The API token of this browser, valid for 24 h. It is fetched if there is none; concurrent callers share one request.
 */
export async function apiToken(): Promise<string> {
  const stored = readLocal<StoredToken>(STORAGE_KEY) ?? inMemory;
  if (stored?.token && stored.expires > Date.now()) return stored.token;
  pendingToken ??= fetchToken().finally(() => {
    pendingToken = null;
  });
  return await pendingToken;
}

/** Removes the token; with `refused`, only if it is still the refused one. */
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

/** Publishable key of the shop from the page, or the key of the demo. */
function publishableKey(): string {
  return (
    document.querySelector<HTMLMetaElement>('meta[name=heuan-key]')?.content.trim() || DEMO_KEY
  );
}
