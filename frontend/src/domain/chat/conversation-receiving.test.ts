// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { message, offline, shop, storeWith } from '@/testing/fake-chat';
import { until } from '@/testing/until';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

it('history loads the newest page first and older pages on request', async () => {
  const { calls } = shop(Array.from({ length: 120 }, (_, index) => message(index + 1)));
  const { store } = storeWith(calls);
  await store.catchUp();
  expect(store.state()).toMatchObject({ status: 'ready', hasOlder: true });
  expect(store.state().messages.map(({ seq }) => seq)).toEqual(
    Array.from({ length: 50 }, (_, index) => index + 71),
  );
  await store.loadOlder();
  await store.loadOlder();
  expect(store.state().messages).toHaveLength(120);
  expect(store.state().hasOlder).toBe(false);
});

it('gap in the sequence: fetches the missing messages and shows each once', async () => {
  const { calls, stored } = shop([message(1)]);
  const { store, texts } = storeWith(calls);
  await store.catchUp();
  stored.push(message(2), message(3));
  store.receiveMessage(message(3));
  store.receiveMessage(message(3));
  await until(() => expect(texts()).toEqual(['text 1', 'text 2', 'text 3']));
});

it('live message during the history request is kept', async () => {
  const { calls } = shop([message(1)]);
  const { store, texts } = storeWith(calls);
  const coming = store.catchUp();
  store.receiveMessage(message(2));
  await coming;
  expect(texts()).toEqual(['text 1', 'text 2']);
});

it('pending message that arrives live is no longer pending', async () => {
  const { calls, take } = shop();
  const { store } = storeWith(calls);
  await store.catchUp();
  calls.send.mockRejectedValue(offline());
  await store.write({ kind: 'user', sms: 'hello' });
  await until(() => expect(store.state().sendingId).toBeNull());
  const [pending] = store.state().pending;
  if (!pending) throw new Error('nothing waits');
  store.receiveMessage(take(pending).message);
  expect(store.state().pending).toEqual([]);
  expect(store.state().messages).toHaveLength(1);
});

it('read marker is sent once', async () => {
  const { calls } = shop([message(1), message(2)]);
  const { store } = storeWith(calls);
  await store.catchUp();
  store.markRead();
  store.markRead();
  await until(() => expect(store.state().conversation?.customer_read_seq).toBe(2));
  store.markRead();
  expect(calls.read.mock.calls).toEqual([[2]]);
});

it('stream gap: fetches all messages again, although a request is in flight', async () => {
  const { calls, stored } = shop(Array.from({ length: 60 }, (_, index) => message(index + 1)));
  const { store } = storeWith(calls);
  await store.catchUp();
  await store.loadOlder();
  expect(store.state().messages).toHaveLength(60);
  // The server's message differs from the stored one.
  stored[59] = message(60, { sms: 'as it is now', likes: 1, isLiked: true });
  stored.splice(30, 1);
  // The stream reports hello, and then that too many events were missed.
  const following = store.catchUp();
  const requests = calls.history.getMockImplementation();
  if (!requests) throw new Error('no shop');
  calls.history.mockImplementation(async (query) => {
    const answer = await requests(query);
    if (query.after_seq === undefined) store.receiveMessage(message(61));
    return answer;
  });
  const anew = store.catchUp('all');
  await Promise.all([following, anew]);
  const { messages, hasOlder } = store.state();
  expect(messages.map(({ seq }) => seq)).toEqual([
    ...Array.from({ length: 50 }, (_, index) => index + 10 + (index > 20 ? 1 : 0)),
    61,
  ]);
  expect(messages.at(-2)).toMatchObject({ sms: 'as it is now', likes: 1, isLiked: true });
  expect(hasOlder).toBe(true);
});

it('full refetch: a late response with older messages is discarded', async () => {
  const { calls, stored } = shop(Array.from({ length: 120 }, (_, index) => message(index + 1)));
  const { store } = storeWith(calls);
  await store.catchUp();
  let respond = () => {};
  calls.history.mockImplementationOnce(async () => {
    await new Promise<void>((resolve) => {
      respond = resolve;
    });
    return { data: stored.slice(20, 70), more: true, conversation: null };
  });
  const older = store.loadOlder();
  stored.push(...Array.from({ length: 200 }, (_, index) => message(index + 121)));
  await store.catchUp('all');
  respond();
  await older;
  expect(store.state().messages.map(({ seq }) => seq)).toEqual(
    Array.from({ length: 50 }, (_, index) => index + 271),
  );
});

it('older messages behind a gap are dropped', async () => {
  const { calls, stored } = shop([message(1)]);
  const { store } = storeWith(calls);
  await store.catchUp();
  stored.push(...Array.from({ length: 99 }, (_, index) => message(index + 2)));
  await store.catchUp('changed');
  expect(store.state().messages.map(({ seq }) => seq)).toEqual(
    Array.from({ length: 50 }, (_, index) => index + 51),
  );
  expect(store.state().hasOlder).toBe(true);
});

it('lost response to a sync is requested again', async () => {
  const { calls, stored } = shop([message(1)]);
  const { store } = storeWith(calls);
  await store.catchUp();
  stored[0] = message(1, { likes: 1 });
  calls.history.mockRejectedValueOnce(offline());
  await expect(store.catchUp('changed')).rejects.toThrow();
  expect(store.state()).toMatchObject({ status: 'ready', messages: [{ likes: 0 }] });
  await store.catchUp();
  expect(store.state().messages[0]).toMatchObject({ likes: 1 });
});
