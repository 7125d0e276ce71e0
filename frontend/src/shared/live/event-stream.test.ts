// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeEventStream, HELLO } from '@/testing/fake-live';
import { HEARTBEAT_TIMEOUT_MS, openStream } from './event-stream';

let close = () => {};
const onEvent = vi.fn();
const onDown = vi.fn();
const onSignedOut = vi.fn();
const open = (lastEventId?: string) => {
  close = openStream({ lastEventId, onEvent, onDown, onSignedOut });
};
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
});

afterEach(() => {
  close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

it('stream that is cut off resumes after the last event', async () => {
  const shop = fakeEventStream();
  open();
  await settle();
  shop[0]?.send('hello', HELLO, 'a');
  shop[0]?.send('cart', { type: 'add' });
  shop[0]?.send('unheard-of', {}, 'b');
  await settle();
  expect(onEvent.mock.calls).toEqual([
    ['hello', HELLO, 'a'],
    ['cart', { type: 'add' }, 'a'],
  ]);
  shop[0]?.end();
  await settle();
  expect(onDown).toHaveBeenCalledOnce();
  await settle(1_000);
  expect(shop.map(({ lastEventId }) => lastEventId)).toEqual([null, 'b']);
});

it('reconnect backs off after each failure, and is immediate when the network is back', async () => {
  const shop = fakeEventStream(() => new Response('', { status: 503 }));
  open();
  await settle();
  expect(shop).toHaveLength(1);
  await settle(1_900);
  expect(shop).toHaveLength(1);
  await settle(200);
  expect(shop).toHaveLength(2);
  await settle(3_800);
  expect(shop).toHaveLength(2);
  await settle(300);
  expect(shop).toHaveLength(3);
  window.dispatchEvent(new Event('online'));
  await settle();
  expect(shop).toHaveLength(4);
});

it('connection without a heartbeat is given up', async () => {
  const shop = fakeEventStream();
  open();
  await settle();
  for (let beats = 0; beats < 6; beats += 1) {
    shop[0]?.write(': ok\n\n');
    await settle(15_000);
  }
  expect(shop).toHaveLength(1);
  await settle(HEARTBEAT_TIMEOUT_MS);
  expect(shop[0]?.signal.aborted).toBe(true);
  await settle(2_000);
  expect(shop).toHaveLength(2);
});

it('reconnect after a draining server is immediate', async () => {
  const shop = fakeEventStream();
  open('kept');
  await settle();
  shop[0]?.send('bye', {}, 'z');
  await settle(500);
  expect(shop.map(({ lastEventId }) => lastEventId)).toEqual(['kept', 'z']);
});

it('stream refused for too many pages waits before it reconnects', async () => {
  const shop = fakeEventStream();
  open();
  await settle();
  shop[0]?.send('bye', { reason: 'streams' });
  await settle(30_000);
  expect(shop).toHaveLength(1);
  await settle(31_000);
  expect(shop).toHaveLength(2);
});

it('stream of an ended session is not reopened', async () => {
  const shop = fakeEventStream(() => new Response('', { status: 401 }));
  open();
  await settle(600_000);
  expect(onSignedOut).toHaveBeenCalledOnce();
  expect(shop).toHaveLength(1);
});

it('stream that is not supported is retried rarely, and not before Retry-After', async () => {
  const shop = fakeEventStream((nth) =>
    nth === 0
      ? new Response('', { status: 404 })
      : new Response('', { status: 503, headers: { 'retry-after': '60' } }),
  );
  open();
  await settle(299_000);
  expect(shop).toHaveLength(1);
  await settle(2_000);
  expect(shop).toHaveLength(2);
  await settle(57_000);
  expect(shop).toHaveLength(2);
  await settle(3_000);
  expect(shop).toHaveLength(3);
});

it('closed stream is aborted and not reopened', async () => {
  const shop = fakeEventStream();
  open();
  await settle();
  close();
  await settle(120_000);
  expect(shop).toHaveLength(1);
  expect(shop[0]?.signal.aborted).toBe(true);
  expect(onDown).not.toHaveBeenCalled();
});
