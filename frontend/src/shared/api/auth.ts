import { queryOptions } from '@tanstack/react-query';
import { apiUrl, problemOf, send } from './client';
import { emitSessionExpired } from './session-expired';
import { ApiTokenError, apiToken, clearApiToken } from './token';

export type AuthRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Request body: sent as JSON, or unchanged if it is a form. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Whether the request survives leaving the page; for small changes. */
  keepalive?: boolean;
};

/**
 * A call with the API token; returns the whole body. A refused token is replaced once and the call repeated once.
 * Throws `ApiError` (`API request failed: {status}`, the shop's own words in `details.message`) or `ApiTokenError`: its
 * kind is `validation` if the shop answers without a token, `missing` if it does not answer, `refresh` if a refused token
 * cannot be replaced.
 */
export async function authFetch<T>(path: string, request: AuthRequest = {}): Promise<T> {
  const token = await tokenOr('missing');
  let response = await ask(path, request, token);
  if (response.status === 401 && (await isTokenRejected(response))) {
    clearApiToken(token);
    response = await ask(path, request, await tokenOr('refresh'));
  }
  if (response.ok) return (await response.json()) as T;
  const error = await problemOf(response, `API request failed: ${response.status}`);
  if (error.status === 401 && error.reason === 'session') emitSessionExpired();
  throw error;
}

/**
 * Query options of a GET request for the signed-in customer. Every key starts with `/api/auth/`, so that logout finds
 * them all.
 */
export function authQuery<T>(path: string, params?: Parameters<typeof apiUrl>[1]) {
  const url = apiUrl(path, params);
  return queryOptions<T, Error, T, [string]>({
    queryKey: [url],
    queryFn: ({ signal }) => authFetch<T>(url, { signal }),
  });
}

/**
 * The API token. Without one it throws `ApiTokenError`: of the kind `validation` if the shop answers without a token, otherwise
 * of this kind.
 */
export async function tokenOr(kind: 'missing' | 'refresh'): Promise<string> {
  try {
    return await apiToken();
  } catch (cause) {
    const isRefused = cause instanceof ApiTokenError;
    throw isRefused && kind === 'missing' ? cause : new ApiTokenError(kind, cause);
  }
}

let addedHeaders = (): Record<string, string> => ({});

/** Adds headers to each request of a session. */
export function addHeaders(headers: typeof addedHeaders): void {
  addedHeaders = headers;
}

function ask(path: string, request: AuthRequest, token: string) {
  const { method, body, headers, signal, keepalive } = request;
  const isForm = body instanceof FormData;
  return send(path, {
    method: method ?? 'GET',
    headers: {
      accept: 'application/json',
      'x-api-access-token': token,
      ...addedHeaders(),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: isForm || body === undefined ? body : JSON.stringify(body),
    cache: 'no-store',
    signal,
    keepalive,
  });
}

/**
 * Whether a 401 response concerns the API token. A response about the session or the password must not be retried,
 * because it would count as another attempt.
 */
async function isTokenRejected(response: Response): Promise<boolean> {
  const body: { reason?: string } = await response
    .clone()
    .json()
    .catch(() => ({}));
  return body.reason === undefined || body.reason === 'api_token';
}
