// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/api/client';
import type { ChatMessage, Conversation } from '@/shared/live/live-events';
import { fakeLocks } from '@/testing/fake-locks';
import { until } from '@/testing/until';
import type { ChatApi, MessagePage, PendingMessage } from './chat-types';
import { type ChatOutcome, createConversationStore } from './conversation-store';
import * as fitting from './fit-image';
import { readOutbox } from './outbox-storage';

const CUSTOMER = 7;

function message(seq: number, more: Partial<ChatMessage> = {}): ChatMessage {
  return {
    msdtid: 1000 + seq,
    cus_id: CUSTOMER,
    seq,
    sms: `text ${seq}`,
    smstype: 'user',
    cus_usertype: 'staff',
    msdate: '2026-11-21T15:20:00+07:00',
    url: '',
    fname: 'Kham',
    lname: '',
    cus_tel: '',
    likes: 0,
    isLiked: false,
    client_id: '',
    width: 0,
    height: 0,
    linkPreviews: [],
    ...more,
  };
}

const conversation = (more: Partial<Conversation> = {}): Conversation => ({
  cus_id: CUSTOMER,
  fname: 'Noy',
  lname: '',
  cus_tel: '',
  last_message: null,
  last_seq: 0,
  customer_read_seq: 0,
  staff_read_seq: 0,
  unread: 0,
  claimed_by: null,
  claimed_until: null,
  version: 1,
  updated_at: '2026-11-21T15:20:00+07:00',
  ...more,
});

/** Fake server that stores messages, once for each `client_id`. */
function shop(stored: ChatMessage[] = []) {
  const page = ({
    before_seq,
    after_seq,
    limit = 50,
  }: Parameters<ChatApi['history']>[0]): MessagePage => {
    const older = stored.filter(({ seq }) => !before_seq || seq < before_seq);
    const data =
      after_seq === undefined
        ? older.slice(-limit)
        : older.filter(({ seq }) => seq > after_seq).slice(0, limit);
    const left =
      after_seq === undefined ? older.length > data.length : data.at(-1) !== older.at(-1);
    return { data, more: left, conversation: conversation({ last_seq: stored.length }) };
  };
  const take = (pending: PendingMessage) => {
    const known = stored.find(({ client_id }) => client_id === pending.client_id);
    if (known) return { message: known };
    const { client_id, sms } = pending;
    const made = message(stored.length + 1, { client_id, sms, cus_usertype: 'user' });
    stored.push(made);
    return { message: made };
  };
  const calls = {
    history: vi.fn(async (query) => page(query)),
    send: vi.fn(async (pending: PendingMessage) => take(pending)),
    upload: vi.fn(async (pending: PendingMessage) => take(pending)),
    read: vi.fn(async (seq: number) => conversation({ customer_read_seq: seq })),
    typing: vi.fn(async () => ({})),
    like: vi.fn(async (id: number, isLiked: boolean) => {
      const found = stored.find(({ msdtid }) => msdtid === id);
      return { ...(found ?? message(1)), isLiked, likes: isLiked ? 1 : 0 };
    }),
  } satisfies ChatApi;
  return { stored, calls, take };
}

function storeWith(calls: ChatApi, side: 'user' | 'staff' = 'user') {
  const outcomes: ChatOutcome[] = [];
  const store = createConversationStore({
    side,
    owner: '7',
    accountId: () => CUSTOMER,
    api: calls,
    canSend: () => true,
    onOutcome: (one) => outcomes.push(one),
  });
  const texts = () => store.state().messages.map(({ sms }) => sms);
  return { store, outcomes, texts };
}

const offline = () => new ApiError(0, 'offline', 'No answer from the shop');

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

it('message without a response is retried with the same client id and stored once', async () => {
  const { calls, stored, take } = shop();
  const { store, outcomes, texts } = storeWith(calls);
  await store.catchUp();
  // The message arrives, but its response is lost.
  calls.send.mockImplementationOnce(async (pending) => {
    take(pending);
    throw offline();
  });
  await store.write({ kind: 'user', sms: 'hello' });
  await until(() => expect(outcomes.map(({ type }) => type)).toEqual(['network']));
  expect(readOutbox('7')).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(texts()).toEqual(['hello']);
  expect(stored).toHaveLength(1);
  expect(store.state().pending).toEqual([]);
  expect(readOutbox('7')).toEqual([]);
  const [first, second] = calls.send.mock.calls;
  expect(first?.[0].client_id).toBe(second?.[0].client_id);
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

it('stopped conversation sends nothing more after the failure of a request in flight', async () => {
  const { calls } = shop();
  const { store, outcomes } = storeWith(calls);
  let lose = () => {};
  calls.send.mockImplementationOnce(
    () =>
      new Promise((_, reject) => {
        lose = () => reject(offline());
      }),
  );
  await store.write({ kind: 'user', sms: 'one' });
  await until(() => expect(calls.send).toHaveBeenCalledTimes(1));
  await store.write({ kind: 'user', sms: 'two' });
  store.stop();
  lose();
  await until(() => expect(store.state().sendingId).toBeNull());
  await vi.advanceTimersByTimeAsync(60_000);
  await store.flush();
  expect(calls.send).toHaveBeenCalledTimes(1);
  expect(outcomes).toEqual([]);
  expect(readOutbox('7').map(({ sms }) => sms)).toEqual(['one', 'two']);
});

it('image whose conversation is stopped while it is prepared is not sent', async () => {
  let finish = () => {};
  vi.spyOn(fitting, 'fitImage').mockImplementationOnce(
    (image) =>
      new Promise((resolve) => {
        finish = () => resolve(image);
      }),
  );
  const { calls } = shop();
  const { store } = storeWith(calls);
  void store.write({ kind: 'img', sms: 'photo', image: new Blob(['x']) });
  await until(() => expect(fitting.fitImage).toHaveBeenCalled());
  store.stop();
  finish();
  await until(() => expect(store.state().sendingId).toBeNull());
  expect(calls.upload).not.toHaveBeenCalled();
});

it('refused message is kept, and the next one is sent', async () => {
  const { calls } = shop();
  const { store, texts, outcomes } = storeWith(calls);
  await store.catchUp();
  const refusal = new ApiError(400, 'invalid_argument', 'No', 'sms', undefined, {
    reason: 'too_long',
  });
  calls.send.mockRejectedValueOnce(refusal);
  await store.write({ kind: 'user', sms: 'long' });
  await store.write({ kind: 'user', sms: 'short' });
  await until(() => expect(texts()).toEqual(['short']));
  expect(store.state().pending).toMatchObject([{ sms: 'long', state: 'refused', why: 'too_long' }]);
  expect(outcomes.map(({ type }) => type)).toEqual(['refused', 'sent']);
});

it('text is sent after an image over the daily limit', async () => {
  const { calls } = shop();
  const { store, texts } = storeWith(calls);
  await store.catchUp();
  const refusal = new ApiError(429, 'resource_exhausted', 'No', 'image', undefined, {
    reason: 'image_quota',
  });
  calls.send.mockRejectedValueOnce(refusal);
  await store.write({ kind: 'user', sms: 'a picture' });
  await store.write({ kind: 'user', sms: 'words' });
  await until(() => expect(texts()).toEqual(['words']));
  expect(store.state().pending).toMatchObject([{ state: 'refused', why: 'image_quota' }]);
});

it('rate-limited message waits and is sent later', async () => {
  const { calls } = shop();
  const { store, texts, outcomes } = storeWith(calls);
  await store.catchUp();
  const refusal = new ApiError(429, 'resource_exhausted', 'No', 'sms', undefined, {
    reason: 'message_rate',
    retryAfterS: 45,
  });
  calls.send.mockRejectedValueOnce(refusal);
  await store.write({ kind: 'user', sms: 'fast' });
  await until(() => expect(calls.send).toHaveBeenCalledTimes(1));
  expect(store.state().pending).toMatchObject([{ state: 'waiting', why: 'message_rate' }]);
  expect(outcomes).toEqual([]);
  await vi.advanceTimersByTimeAsync(44_000);
  expect(calls.send).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  await until(() => expect(texts()).toEqual(['fast']));
  expect(store.state().pending).toEqual([]);
});

it('text over the daily limit is kept as unsent', async () => {
  const { calls } = shop();
  const { store, texts } = storeWith(calls);
  await store.catchUp();
  const refusal = new ApiError(429, 'resource_exhausted', 'No', 'sms', undefined, {
    reason: 'message_quota',
    retryAfterS: 3600,
  });
  calls.send.mockRejectedValueOnce(refusal);
  await store.write({ kind: 'user', sms: 'too much' });
  await until(() => expect(store.state().pending).toMatchObject([{ state: 'refused' }]));
  expect(readOutbox('7')).toMatchObject([{ sms: 'too much', why: 'message_quota' }]);
  store.sendAgain(store.state().pending[0]?.client_id ?? '');
  await until(() => expect(texts()).toEqual(['too much']));
});

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

it('reply is sent with the conversation version that the author saw', async () => {
  const { calls } = shop([message(1, { cus_usertype: 'user' })]);
  const { store, outcomes } = storeWith(calls, 'staff');
  await store.catchUp();
  store.seen();
  store.receiveConversation(conversation({ version: 2 }));
  const details = { reason: 'conversation_changed', conversation: conversation({ version: 2 }) };
  calls.send.mockRejectedValueOnce(
    new ApiError(409, 'conflict', 'No', undefined, undefined, details),
  );
  await store.write({ kind: 'user', sms: 'answer' });
  await until(() => expect(outcomes.map(({ type }) => type)).toEqual(['conflict']));
  const [held] = store.state().pending;
  expect(held).toMatchObject({ version: 1, state: 'held', why: 'conversation_changed' });
  store.sendAgain(held?.client_id ?? '', { version: 2 });
  await until(() => expect(store.state().pending).toEqual([]));
  expect(calls.send.mock.calls.map(([{ version }]) => version)).toEqual([1, 2]);
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
