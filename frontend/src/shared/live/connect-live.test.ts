// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onSessionExpired } from '@/shared/api/session-expired';
import { fakeEventStream, HELLO } from '@/testing/fake-live';
import { connectLive } from './connect-live';
import { retainInboxStream } from './inbox-stream';
import { INITIAL_STATE, liveState, onLive } from './live-bus';

/** Fake Web Locks and broadcast channels of one browser with several tabs. */
function fakeBrowser() {
  let holder: { reject: (why: Error) => void } | null = null;
  const queue: (() => void)[] = [];
  const next = () => {
    holder = null;
    queue.shift()?.();
  };
  vi.stubGlobal('navigator', {
    onLine: true,
    locks: {
      request: (
        _name: string,
        options: { steal?: boolean; signal?: AbortSignal },
        hold: () => Promise<void> | undefined,
      ) =>
        new Promise<void>((resolve, reject) => {
          const take = () => {
            const me = { reject };
            holder = me;
            void Promise.resolve(hold()).then(() => {
              resolve();
              if (holder === me) next();
            });
          };
          options.signal?.addEventListener('abort', () => {
            const at = queue.indexOf(take);
            if (at >= 0) queue.splice(at, 1);
            reject(new Error('aborted'));
          });
          if (options.steal) {
            holder?.reject(new Error('stolen'));
            take();
          } else if (holder) queue.push(take);
          else take();
        }),
    },
  });
  const channels = new Set<{ listener: ((event: MessageEvent) => void) | null }>();
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      listener: ((event: MessageEvent) => void) | null = null;
      constructor(readonly name: string) {
        channels.add(this);
      }
      addEventListener(_: string, listener: (event: MessageEvent) => void) {
        this.listener = listener;
      }
      postMessage(data: unknown) {
        for (const other of channels) {
          if (other !== this) queueMicrotask(() => other.listener?.({ data } as MessageEvent));
        }
      }
      close() {
        channels.delete(this);
      }
    },
  );
}

/** Loads the modules again, as another tab does. */
async function anotherTab() {
  vi.resetModules();
  const bus = await import('./live-bus');
  const { connectLive: connect } = await import('./connect-live');
  return { ...bus, connect };
}

const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
let close = () => {};

beforeEach(() => vi.useFakeTimers());

afterEach(async () => {
  close();
  await settle();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('live state follows the stream, and polls without one', async () => {
  const shop = fakeEventStream();
  close = connectLive(7);
  await settle();
  expect(liveState()).toEqual(INITIAL_STATE);
  await settle(6_000);
  expect(liveState().polling).toBe(true);
  shop[0]?.send('hello', { ...HELLO, chat: false }, '1');
  await settle();
  expect(liveState()).toEqual({
    open: true,
    everOpened: true,
    polling: false,
    chat: false,
    notifications: true,
    staffOnline: true,
  });
  shop[0]?.send('status', { chat: true, notifications: false });
  shop[0]?.send('presence', { staff_online: false });
  await settle();
  expect(liveState()).toMatchObject({ chat: true, notifications: false, staffOnline: false });
  shop[0]?.end();
  await settle();
  expect(liveState()).toMatchObject({ open: false, everOpened: true, polling: false });
});

it('ended session is reported to the page', async () => {
  fakeEventStream(() => new Response('', { status: 401 }));
  const ended = vi.fn();
  const unsubscribe = onSessionExpired(ended);
  close = connectLive(7);
  await settle();
  expect(ended).toHaveBeenCalledOnce();
  unsubscribe();
});

it('staff inbox opens its own stream', async () => {
  const shop = fakeEventStream();
  close = connectLive(8);
  await settle();
  const leave = retainInboxStream();
  await settle();
  expect(shop.map(({ url }) => url)).toEqual(['/api/auth/events', '/api/auth/events?inbox=true']);
  expect(shop[0]?.signal.aborted).toBe(true);
  leave();
  await settle();
  expect(shop).toHaveLength(3);
});

it('frozen page holds no stream until it is resumed', async () => {
  const shop = fakeEventStream();
  close = connectLive(7);
  await settle();
  document.dispatchEvent(new Event('freeze'));
  expect(shop[0]?.signal.aborted).toBe(true);
  document.dispatchEvent(new Event('resume'));
  await settle();
  expect(shop).toHaveLength(2);
});

it('tabs share one stream, which is handed over without a gap', async () => {
  fakeBrowser();
  const shop = fakeEventStream();
  close = connectLive(7);
  await settle();
  shop[0]?.send('hello', HELLO, '1');
  await settle();

  const second = await anotherTab();
  const seen: string[] = [];
  second.onLive('hello', ({ resumed }) => seen.push(`hello ${resumed}`));
  second.onLive('cart', ({ type }) => seen.push(type));
  const closeSecond = second.connect(7);
  await settle();
  expect(second.liveState().open).toBe(true);
  const mine = vi.fn();
  const unsubscribe = onLive('cart', mine);
  shop[0]?.send('cart', { type: 'add' }, '2');
  await settle();
  expect(mine).toHaveBeenCalledOnce();
  expect(seen).toEqual(['hello false', 'add']);
  expect(shop).toHaveLength(1);

  close();
  await settle();
  expect(shop.map(({ lastEventId }) => lastEventId)).toEqual([null, '2']);
  shop[1]?.send('cart', { type: 'clear' }, '3');
  await settle();
  expect(seen.at(-1)).toBe('clear');
  unsubscribe();
  closeSecond();
});

it('stream of a silent tab is taken over', async () => {
  fakeBrowser();
  const shop = fakeEventStream();
  // Holds the lock without responding, like a suspended tab.
  void navigator.locks.request('heuan-live 7', () => new Promise<void>(() => {})).catch(() => {});
  close = connectLive(7);
  await settle(30_000);
  expect(shop).toHaveLength(0);
  await settle(60_000);
  expect(shop).toHaveLength(1);
});
