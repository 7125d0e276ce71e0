// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addHeaders, authFetch } from './auth';
import { ApiError } from './client';
import { onSessionExpired } from './session-expired';
import { ApiTokenError, apiToken, clearApiToken } from './token';
import { markBackgroundRequests } from './user-activity';

const DAY = 86_400_000;

type Call = { url: string; init: RequestInit };
type Answer = (call: Call) => Response;

let calls: Call[];
let issued: number;
let answer: Answer;
let tokens: () => Response;

const problem = (status: number, body: object = {}) => Response.json(body, { status });
const tokenOf = ({ init }: Call) => (init.headers as Record<string, string>)['x-api-access-token'];
const tokenCalls = () => calls.filter(({ url }) => url === '/api/api-token');
const otherCalls = () => calls.filter(({ url }) => url !== '/api/api-token');

beforeEach(() => {
  calls = [];
  issued = 0;
  answer = () => Response.json({ success: true, data: 'yes' });
  tokens = () => {
    issued += 1;
    return Response.json({ success: true, data: { token: `t${issued}` } });
  };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push({ url, init });
    return url === '/api/api-token' ? tokens() : answer({ url, init });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  clearApiToken();
  document.head.innerHTML = '';
});

it('token of concurrent callers is fetched once, with the publishable key, and stored', async () => {
  await Promise.all([authFetch('/api/auth/cart'), authFetch('/api/auth/wishlist'), apiToken()]);
  await authFetch('/api/auth/orders');
  expect(tokenCalls()).toHaveLength(1);
  expect(tokenCalls()[0]?.init.headers).toMatchObject({ authorization: 'Bearer heuan-demo-key' });
  expect(otherCalls().map(tokenOf)).toEqual(['t1', 't1', 't1']);
  expect(localStorage.getItem('heuan_api_token')).toContain('t1');
});

it('publishable key is that of the page', async () => {
  document.head.innerHTML = '<meta name="heuan-key" content="shop-key-1">';
  await apiToken();
  expect(tokenCalls()[0]?.init.headers).toMatchObject({ authorization: 'Bearer shop-key-1' });
});

it('token is renewed after 24 hours, not before', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await apiToken();
  vi.setSystemTime(Date.now() + DAY - 1_000);
  expect(await apiToken()).toBe('t1');
  vi.setSystemTime(Date.now() + 1_000);
  expect(await apiToken()).toBe('t2');
});

it('refused token is renewed, and the call is retried once', async () => {
  answer = (call) =>
    tokenOf(call) === 't1' ? problem(401, { reason: 'api_token' }) : Response.json({ data: 1 });
  const body = { pro_id: 1 };
  await expect(authFetch('/api/auth/cart/items', { method: 'POST', body })).resolves.toEqual({
    data: 1,
  });
  expect(otherCalls().map(tokenOf)).toEqual(['t1', 't2']);
  expect(otherCalls().map(({ init }) => init.body)).toEqual(['{"pro_id":1}', '{"pro_id":1}']);
});

it('second refusal is not retried', async () => {
  answer = () => problem(401);
  await expect(authFetch('/api/auth/cart')).rejects.toMatchObject({
    status: 401,
    message: 'API request failed: 401',
  });
  expect(otherCalls()).toHaveLength(2);
  expect(tokenCalls()).toHaveLength(2);
});

it('request of a page that was not used for two minutes is marked, until a key is pressed', async () => {
  const marks = () =>
    otherCalls().map(({ init }) => (init.headers as Record<string, string>)['x-heuan-background']);
  vi.useFakeTimers({ toFake: ['Date'] });
  markBackgroundRequests();
  window.dispatchEvent(new KeyboardEvent('keydown'));
  await authFetch('/api/staff/today');
  vi.setSystemTime(Date.now() + 120_001);
  await authFetch('/api/staff/today');
  await authFetch('/api/staff/messages');
  window.dispatchEvent(new KeyboardEvent('keydown'));
  await authFetch('/api/staff/today');
  addHeaders(() => ({}));
  expect(marks()).toEqual([undefined, '1', '1', undefined]);
});

it('wrong password is not retried, and an expired session is reported', async () => {
  const ended = vi.fn();
  const stop = onSessionExpired(ended);
  answer = () => problem(401, { reason: 'credentials' });
  await authFetch('/api/auth/login', { method: 'POST' }).catch(() => {});
  expect(otherCalls()).toHaveLength(1);
  expect(ended).not.toHaveBeenCalled();
  answer = () => problem(401, { reason: 'session' });
  await authFetch('/api/auth/cart').catch(() => {});
  expect(otherCalls()).toHaveLength(2);
  expect(ended).toHaveBeenCalledOnce();
  stop();
});

it('other failure has status and message of the response', async () => {
  answer = () =>
    problem(409, { code: 'conflict', reason: 'stock_short', message: 'too few', lines: [1] });
  const error = await authFetch('/api/auth/orders').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    message: 'API request failed: 409',
    code: 'conflict',
    reason: 'stock_short',
    details: { message: 'too few', lines: [1] },
  });
});

it.each([
  ['refused', () => problem(401), 401],
  ['without a token', () => Response.json({ success: true, data: {} }), 200],
  ['without success', () => Response.json({ success: false, data: { token: 't' } }), 200],
  ['without JSON', () => new Response('<html>'), 200],
])('token request %s: the call fails with the validation text', async (_, response, status) => {
  tokens = response;
  const error = await authFetch('/api/auth/cart').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiTokenError);
  expect(error).toMatchObject({ message: 'API token validation failed', status });
  expect(otherCalls()).toEqual([]);
});

it('failed token refresh has a message', async () => {
  answer = () => {
    tokens = () => problem(500);
    return problem(401);
  };
  await expect(authFetch('/api/auth/cart')).rejects.toMatchObject({
    message: 'API token refresh failed. Cannot proceed with the request.',
  });
});

it('token request without a response fails as offline, with the text of a missing token', async () => {
  tokens = () => {
    throw new TypeError('failed');
  };
  await expect(authFetch('/api/auth/cart')).rejects.toMatchObject({
    message: 'No API token available. Please reload the page and try again.',
    status: 0,
    code: 'offline',
  });
});

it('call without a response fails as offline', async () => {
  answer = () => {
    throw new TypeError('failed');
  };
  await expect(authFetch('/api/auth/cart')).rejects.toMatchObject({
    message: 'No answer from the shop',
    status: 0,
    code: 'offline',
  });
});

it('token without storage is kept in memory', async () => {
  const storage = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  await authFetch('/api/auth/cart');
  await authFetch('/api/auth/cart');
  expect(tokenCalls()).toHaveLength(1);
  storage.mockRestore();
});
