// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApi, problemResponse, type RecordedRequest } from '@/testing/fake-shop';
import { isSignedIn, sessionQuery } from './session';

const user = { fname: 'Noy', lname: 'K', email: '', phone: '+8562055550123' };
const ask = () => new QueryClient().fetchQuery({ ...sessionQuery, retry: false });
const token = () => localStorage.getItem('heuan_api_token');
const shop = (verify: () => Response): RecordedRequest[] =>
  fakeApi({ 'GET /api/v1/verify-token': verify });

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
});

it('session request bypasses caches and stores the token', async () => {
  const requests = shop(() => Response.json({ success: true, payload: user }));
  expect(await ask()).toEqual(user);
  expect(requests[0]?.url).toMatch(/^\/api\/v1\/verify-token\?nocache=\d+$/);
  expect(requests[0]?.headers.get('x-api-access-token')).toBe('token');
  expect(token()).toContain('token');
});

it('unauthorized session request means a visitor and removes the stored token', async () => {
  shop(() => problemResponse(401, { reason: 'session' }));
  expect(await ask()).toBeNull();
  expect(token()).toBeNull();
});

it('failed session request is an error and removes the stored token', async () => {
  shop(() => problemResponse(503));
  await expect(ask()).rejects.toThrow('API request failed: 503');
  expect(token()).toBeNull();
});

it.each([
  ['no token is issued', '/api/api-token', 'API token validation failed'],
  ['the new token is refused', '/api/v1/verify-token', 'API request failed: 401'],
])('session request is an error and no visitor if %s', async (_, path, text) => {
  vi.stubGlobal('fetch', async (url: string) =>
    url.startsWith(path)
      ? problemResponse(401, { code: 'unauthenticated', reason: 'api_token' })
      : Response.json({ success: true, data: { token: 'token' } }),
  );
  await expect(ask()).rejects.toThrow(text);
});

it('browser without a session cookie sends no session request', async () => {
  const requests = shop(() => problemResponse(500));
  expect(await isSignedIn(new QueryClient())).toBe(false);
  expect(requests).toEqual([]);
});
