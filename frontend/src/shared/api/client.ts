import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { CLOCK_TOLERANCE_MS, syncShopTime } from './shop-time';
import type { Problem, ProblemCode } from './types';

/** Details of an error besides its code: the reason, the invalid fields, the affected cart lines. */
export type ProblemDetails = Partial<Problem> & {
  reason?: string;
  errors?: { field: string; message: string }[];
  lines?: unknown[];
  cart?: unknown;
  limit?: { max: number; used: number };
  /** Numbers of the orders for which the bank number of a payment is recorded. */
  orders?: string[];
  /** Seconds of the `Retry-After` header. */
  retryAfterS?: number;
};

/** A failed request: an error response (`status` > 0) or no response (`status` 0, code `offline`). */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  constructor(
    readonly status: number,
    readonly code: ProblemCode | 'offline',
    message: string,
    readonly field?: string,
    readonly requestId?: string,
    readonly details: ProblemDetails = {},
  ) {
    super(message);
  }

  get reason(): string | undefined {
    return this.details.reason;
  }
}

/** Limit and usage of an error whose reason ends in `_limit`. */
export function limitOf(error: unknown): { max: number; used: number } {
  return (error instanceof ApiError && error.details.limit) || { max: 0, used: 0 };
}

type ParamValue = string | number | boolean | null | undefined;

/** Canonical URL of a request: parameters sorted by name, empty ones left out. It is also the cache key. */
export function apiUrl(path: string, params: Record<string, ParamValue> = {}): string {
  const entries = Object.entries(params)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]): [string, string] => [name, String(value)])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const query = new URLSearchParams(entries).toString();
  return query ? `${path}?${query}` : path;
}

export async function getJson<T>(url: string, signal?: AbortSignal): Promise<T> {
  const response = await send(url, { headers: { accept: 'application/json' }, signal });
  if (!response.ok) throw await problemOf(response);
  return (await response.json()) as T;
}

/** `fetch` whose only error besides an abort is `offline`. */
export async function send(url: string, init: RequestInit): Promise<Response> {
  const requestedAt = Date.now();
  try {
    const response = await fetch(url, init);
    // The time of a response that took long, also because the device slept, is over.
    if (Date.now() - requestedAt < CLOCK_TOLERANCE_MS)
      syncShopTime(response, init.cache === 'no-store');
    return response;
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new ApiError(0, 'offline', 'No answer from the shop');
  }
}

export async function problemOf(response: Response, message?: string): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as ProblemDetails;
  const retryAfterS = Number(response.headers.get('retry-after')) || undefined;
  return new ApiError(
    response.status,
    body.code ?? (response.status === 404 ? 'not_found' : 'internal'),
    message ?? body.message ?? body.detail ?? `HTTP ${response.status}`,
    body.field,
    body.request_id,
    { ...body, retryAfterS },
  );
}

/** Query options of a public GET request. The whole response body is cached under its canonical URL. */
export function getQuery<T>(path: string, params?: Record<string, ParamValue>) {
  const url = apiUrl(path, params);
  return queryOptions<T, ApiError, T, [string]>({
    queryKey: [url],
    queryFn: ({ signal }) => getJson<T>(url, signal),
  });
}

/** Like `getQuery`, but while a changed URL loads, the previous response is shown. */
export function getListQuery<T>(path: string, params?: Record<string, ParamValue>) {
  return { ...getQuery<T>(path, params), placeholderData: keepPreviousData };
}
