import { vi } from 'vitest';

export type RecordedRequest = {
  method: string;
  url: string;
  path: string;
  body: unknown;
  headers: Headers;
};
type Answer = (requests: RecordedRequest) => Response | Promise<Response>;

export const jsonResponse = (data: unknown, status = 200) =>
  Response.json({ success: true, data }, { status });

export const problemResponse = (status: number, details: Record<string, unknown> = {}) =>
  Response.json({ success: false, code: 'conflict', message: 'No', ...details }, { status });

/**
 * Fakes `fetch` with responses by `METHOD /path`; all others are 404. Token requests succeed. Returns the recorded
 * requests in order.
 */
export function fakeApi(answers: Record<string, Answer>): RecordedRequest[] {
  const all: RecordedRequest[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://shop.invalid');
    const method = init.method ?? 'GET';
    if (url.pathname === '/api/api-token') return jsonResponse({ token: 'token' });
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const headers = new Headers(init.headers);
    const requests = { method, url: input, path: url.pathname, body, headers };
    all.push(requests);
    return (
      answers[`${method} ${url.pathname}`]?.(requests) ??
      problemResponse(404, { code: 'not_found' })
    );
  });
  return all;
}
