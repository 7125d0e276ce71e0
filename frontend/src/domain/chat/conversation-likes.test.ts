// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CUSTOMER, message, offline, shop, storeWith } from '@/testing/fake-chat';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

it('like is shown at once and reverted when the request fails', async () => {
  const { calls } = shop([message(1)]);
  const { store, outcomes } = storeWith(calls);
  await store.catchUp();
  const liked = () => store.state().messages[0];
  calls.like.mockRejectedValueOnce(offline());
  const liking = store.like(message(1));
  expect(liked()).toMatchObject({ isLiked: true, likes: 1 });
  await liking;
  expect(liked()).toMatchObject({ isLiked: false, likes: 0 });
  expect(outcomes.map(({ type }) => type)).toEqual(['like-failed']);
});

it('likes from before the stream are fetched, and older messages kept', async () => {
  const { calls, stored } = shop(Array.from({ length: 70 }, (_, index) => message(index + 1)));
  const { store } = storeWith(calls);
  await store.catchUp();
  await store.loadOlder();
  stored[69] = message(70, { likes: 1, isLiked: true });
  stored.push(message(71));
  await store.catchUp('changed');
  expect(store.state().messages.map(({ seq }) => seq)).toEqual(
    Array.from({ length: 71 }, (_, index) => index + 1),
  );
  expect(store.state().messages[69]).toMatchObject({ likes: 1, isLiked: true });
  expect(store.state().hasOlder).toBe(false);
});

it('response older than a like does not revert it', async () => {
  const { calls } = shop([message(1)]);
  const { store } = storeWith(calls);
  await store.catchUp();
  const coming = store.catchUp('changed');
  store.receiveLike({ msdtid: 1001, cus_id: CUSTOMER, seq: 1, likes: 1, by: 'user' });
  await coming;
  expect(store.state().messages[0]).toMatchObject({ likes: 1, isLiked: true });
});

it.each([
  ['after an answer that knows of both', 2, true],
  ['after an answer that knows of neither', 0, false],
])('two likes received during a request are kept %s', async (_, likes, isLiked) => {
  const { calls, stored } = shop([message(1, { cus_usertype: 'user' })]);
  const { store } = storeWith(calls, 'staff');
  await store.catchUp();
  stored[0] = message(1, { cus_usertype: 'user', likes, isLiked });
  const coming = store.catchUp('changed');
  const like = { msdtid: 1001, cus_id: CUSTOMER, seq: 1, by: 'staff' as const };
  store.receiveLike({ ...like, likes: 1, account_id: CUSTOMER });
  store.receiveLike({ ...like, likes: 2, account_id: 8 });
  await coming;
  expect(store.state().messages[0]).toMatchObject({ likes: 2, isLiked: true });
});

it('response older than the own like does not revert it', async () => {
  const { calls } = shop([message(1)]);
  const { store } = storeWith(calls);
  await store.catchUp();
  const liking = store.like(message(1));
  const coming = store.catchUp('changed');
  await Promise.all([liking, coming]);
  expect(store.state().messages[0]).toMatchObject({ likes: 1, isLiked: true });
  calls.like.mockReturnValueOnce(new Promise(() => {}));
  void store.like(message(1, { likes: 1, isLiked: true }));
  await store.catchUp('changed');
  expect(store.state().messages[0]).toMatchObject({ likes: 0, isLiked: false });
});

it('like stored, but response and live event lost: the like is shown', async () => {
  const { calls, stored } = shop([message(1)]);
  const { store } = storeWith(calls);
  await store.catchUp();
  calls.like.mockImplementationOnce(async () => {
    stored[0] = message(1, { likes: 1, isLiked: true });
    throw offline();
  });
  calls.history.mockRejectedValueOnce(offline());
  await store.like(message(1));
  await vi.advanceTimersByTimeAsync(0);
  expect(store.state().messages[0]).toMatchObject({ likes: 0, isLiked: false });
  await store.catchUp();
  expect(store.state().messages[0]).toMatchObject({ likes: 1, isLiked: true });
});

it.each([
  ['user', 'user', undefined, true],
  ['user', 'staff', 8, false],
  ['staff', 'staff', CUSTOMER, true],
  ['staff', 'staff', 8, false],
] as const)(
  'like of a %s whose response is lost is kept if the stream reported it: by %s %s',
  async (side, by, account_id, stays) => {
    const author = side === 'user' ? 'staff' : 'user';
    const { calls, stored } = shop([message(1, { cus_usertype: author })]);
    const { store, outcomes } = storeWith(calls, side);
    await store.catchUp();
    let lose = () => {};
    calls.like.mockImplementationOnce(
      () =>
        new Promise((_, reject) => {
          lose = () => reject(offline());
        }),
    );
    const liking = store.like(message(1, { cus_usertype: author }));
    store.receiveLike({ msdtid: 1001, cus_id: CUSTOMER, seq: 1, likes: 1, by, account_id });
    stored[0] = message(1, { cus_usertype: author, likes: 1, isLiked: stays });
    lose();
    await liking;
    expect(store.state().messages[0]).toMatchObject({ isLiked: stays, likes: 1 });
    expect(outcomes.map(({ type }) => type)).toEqual(stays ? [] : ['like-failed']);
  },
);

it('repeated event does not change the own like', async () => {
  const { calls } = shop([message(1, { likes: 1, isLiked: true })]);
  const { store } = storeWith(calls);
  await store.catchUp();
  store.receiveMessage(message(1, { likes: 1, isLiked: false }));
  store.receiveLike({ msdtid: 1001, cus_id: CUSTOMER, seq: 1, likes: 1, by: 'user' });
  expect(store.state().messages[0]).toMatchObject({ likes: 1, isLiked: true });
});

it.each([
  ['one’s own like, from another device', 7, true],
  ['a colleague’s like', 8, false],
  ['a like without a message', undefined, false],
  ['a like whose author is not named', null, false],
])('like of the staff: %s', async (_, account_id, isLiked) => {
  const { calls } = shop([message(1, { cus_usertype: 'user' })]);
  const { store } = storeWith(calls, 'staff');
  await store.catchUp();
  const like = { msdtid: 1001, cus_id: CUSTOMER, seq: 1, by: 'staff' as const };
  store.receiveLike({ ...like, likes: 1, account_id });
  expect(store.state().messages[0]).toMatchObject({ likes: 1, isLiked });
  store.receiveLike({ ...like, likes: 0, account_id });
  expect(store.state().messages[0]).toMatchObject({ likes: 0, isLiked: false });
});

it.each([
  ['event without the account', undefined],
  ['event with the account', CUSTOMER],
])('own like from another device is shown as liked, %s', async (_, account_id) => {
  const { calls } = shop([message(1)]);
  const { store } = storeWith(calls);
  await store.catchUp();
  store.receiveLike({ msdtid: 1001, cus_id: CUSTOMER, seq: 1, likes: 1, by: 'user', account_id });
  expect(store.state().messages[0]).toMatchObject({ likes: 1, isLiked: true });
});
