// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/api/client';
import { offline, shop, storeWith } from '@/testing/fake-chat';
import { fakeLocks } from '@/testing/fake-locks';
import { until } from '@/testing/until';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

it('unsent messages are sent in order after a reload', async () => {
  const first = shop();
  first.calls.send.mockRejectedValue(offline());
  const before = storeWith(first.calls).store;
  await before.write({ kind: 'user', sms: 'one' });
  await before.write({ kind: 'user', sms: 'two' });
  await until(() => expect(before.state().sendingId).toBeNull());
  before.stop();

  const { calls } = shop();
  const { store, texts } = storeWith(calls);
  expect(store.state().pending.map(({ sms }) => sms)).toEqual(['one', 'two']);
  await store.flush();
  expect(texts()).toEqual(['one', 'two']);
});

it.each([
  ['with Web Locks', () => fakeLocks()],
  ['without Web Locks', () => () => {}],
])('unsent message is sent by one of two tabs, %s', async (_, begin) => {
  const end = begin();
  const { calls, stored } = shop();
  calls.send.mockRejectedValueOnce(offline());
  const first = storeWith(calls).store;
  await first.write({ kind: 'user', sms: 'hello' });
  await until(() => expect(first.state().sendingId).toBeNull());
  const second = storeWith(calls).store;
  await Promise.all([first.flush(), second.flush()]);
  expect(calls.send).toHaveBeenCalledTimes(2);
  expect(stored).toHaveLength(1);
  expect([first, second].map((store) => store.state().pending)).toEqual([[], []]);
  end();
});

it('unsent message that was discarded in another tab is not sent', async () => {
  const { calls, stored } = shop();
  calls.send.mockRejectedValueOnce(offline());
  const first = storeWith(calls).store;
  await first.write({ kind: 'user', sms: 'hello' });
  await until(() => expect(first.state().sendingId).toBeNull());
  const second = storeWith(calls).store;
  second.giveUp(second.state().pending[0]?.client_id ?? '');
  await first.flush();
  expect(stored).toEqual([]);
  expect(first.state().pending).toEqual([]);
});

it('message that the server refused in one tab is shown as refused by the other', async () => {
  const { calls } = shop();
  calls.send.mockRejectedValueOnce(offline());
  const first = storeWith(calls).store;
  await first.write({ kind: 'user', sms: 'hello' });
  await until(() => expect(first.state().sendingId).toBeNull());
  const second = storeWith(calls);
  calls.send.mockRejectedValueOnce(new ApiError(400, 'invalid_argument', 'No'));
  await Promise.all([first.flush(), second.store.flush()]);
  expect(calls.send).toHaveBeenCalledTimes(2);
  expect(second.store.state().pending).toMatchObject([{ state: 'refused' }]);
  expect(second.outcomes).toEqual([]);
});

it('message is sent where the browser stores nothing', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const { calls, stored } = shop();
  const { store } = storeWith(calls);
  await store.write({ kind: 'user', sms: 'hello' });
  await until(() => expect(stored).toHaveLength(1));
  vi.restoreAllMocks();
});
