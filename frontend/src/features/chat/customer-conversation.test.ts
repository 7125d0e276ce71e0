// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readOutbox } from '@/domain/chat/outbox-storage';
import { sessionQuery } from '@/domain/session/session';
import { publishSessionEvent } from '@/domain/session/session-events';
import type { AppContext } from '@/shared/hooks/use-app-context';
import { fakeApi, jsonResponse, type RecordedRequest } from '@/testing/fake-shop';
import { until } from '@/testing/until';
import { customerConversation } from './customer-conversation';

const t = ((key: string) => key) as unknown as AppContext['t'];
const MESSAGE = { msdtid: 1, cus_id: 7, seq: 1, sms: 'secret', likes: 0, client_id: '' };

let cookie = '';
let answer: () => Response | Promise<Response>;
let requests: RecordedRequest[];
const texts = () => requests.map(({ body }) => (body as { sms: string }).sms);

beforeEach(() => {
  vi.useFakeTimers();
  cookie = 'cus_id=7';
  answer = () => Promise.reject(new TypeError('offline'));
  vi.spyOn(document, 'cookie', 'get').mockImplementation(() => cookie);
  requests = fakeApi({ 'POST /api/auth/message': () => answer() });
});
afterEach(() => {
  customerConversation('visitor', t);
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** Ends the session as the page learns of it. */
async function endSession(): Promise<void> {
  const queryClient = new QueryClient();
  queryClient.setQueryData(sessionQuery.queryKey, null);
  await publishSessionEvent('sessionEnded', { queryClient, t, code: 'en' });
}

it('message that waits for its retry is not sent in the session of another customer', async () => {
  const store = customerConversation('7', t);
  await store.write({ kind: 'user', sms: 'secret' });
  await until(() => expect(store.state().sendingId).toBeNull());
  cookie = 'cus_id=8';
  answer = () => jsonResponse(MESSAGE);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(texts()).toEqual(['secret']);
  expect(readOutbox('7')).toMatchObject([{ sms: 'secret', state: 'waiting' }]);
});

it('message in flight at the end of its session is not sent again in the next one', async () => {
  let refuse = (_: Error) => {};
  answer = () =>
    new Promise((_, reject) => {
      refuse = reject;
    });
  const store = customerConversation('7', t);
  await store.write({ kind: 'user', sms: 'secret' });
  await until(() => expect(texts()).toEqual(['secret']));
  await endSession();
  cookie = 'cus_id=8';
  refuse(new TypeError('lost'));
  await until(() => expect(store.state().sendingId).toBeNull());
  answer = () => jsonResponse(MESSAGE);
  await vi.advanceTimersByTimeAsync(60_000);
  await customerConversation('8', t).flush();
  expect(texts()).toEqual(['secret']);
});

it('unsent message is sent when its customer signs in again', async () => {
  const before = customerConversation('7', t);
  await before.write({ kind: 'user', sms: 'secret' });
  await until(() => expect(before.state().sendingId).toBeNull());
  await endSession();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(texts()).toEqual(['secret']);
  answer = () => jsonResponse(MESSAGE);
  await customerConversation('7', t).flush();
  expect(texts()).toEqual(['secret', 'secret']);
  expect(readOutbox('7')).toEqual([]);
});

it('sign-in of the same customer in another tab does not stop the conversation', async () => {
  const store = customerConversation('7', t);
  const user = { fname: 'Noy', lname: 'K', email: '', phone: '' };
  const queryClient = new QueryClient();
  queryClient.setQueryData(sessionQuery.queryKey, user);
  await publishSessionEvent('sessionEnded', { queryClient, t, code: 'en' });
  answer = () => jsonResponse(MESSAGE);
  await store.write({ kind: 'user', sms: 'secret' });
  await until(() => expect(readOutbox('7')).toEqual([]));
  expect(customerConversation('7', t)).toBe(store);
});
