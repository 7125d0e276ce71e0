// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/api/client';
import { conversation, message, offline, shop, storeWith } from '@/testing/fake-chat';
import { until } from '@/testing/until';
import * as fitting from './fit-image';
import { readOutbox } from './outbox-storage';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

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
