// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { jsonResponse as tokenAnswer } from '@/testing/fake-shop';
import { until } from '@/testing/until';
import * as images from './image-processing';
import { read, type Step, searchByImage } from './search-by-image';
import { RefusedError, TimeoutError } from './search-error';

const ITEM = { id: 1, title: 'ໂຄມໄຟ', similarity: 0.9, price: 5, stock: 1, imageUrl: 'a.webp' };
const DEVICE = { limit: 20, timeoutMs: 60_000 };

/** Each test has another image, because results are cached by the image's hash. */
let count = 0;
const image = () => new File([`image ${count++}`], 'a.png', { type: 'image/png' });

let calls: FormData[] = [];
function shop(reply: (init: RequestInit) => Promise<Response>) {
  calls = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/api/api-token') return tokenAnswer({ token: 'token' });
    calls.push(init.body as FormData);
    return reply(init);
  });
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('search sends image and limit as a form, and reports its progress', async () => {
  shop(async (init) => {
    expect(new Headers(init.headers).get('content-type')).toBeNull();
    return Response.json({ success: true, results: [ITEM] });
  });
  const steps: Step[] = [];
  const sent = image();
  const found = await searchByImage(sent, DEVICE, new AbortController().signal, (step) => {
    steps.push(step);
  });
  expect(found.results[0]).toMatchObject({ id: 1, similarity: 0.9 });
  expect(calls[0]?.get('limit')).toBe('20');
  expect(calls[0]?.get('image')).toMatchObject({ name: 'a.png' });
  expect(steps).toEqual(['started', 'prepared', 'built', 'answered', 'read']);
});

it('progress step after the response waits until the previous one is shown', async () => {
  shop(async () => Response.json({ success: true, results: [ITEM] }));
  const shown: (() => void)[] = [];
  const steps: Step[] = [];
  const found = searchByImage(image(), DEVICE, new AbortController().signal, (step) => {
    steps.push(step);
    if (step === 'answered' || step === 'read') return new Promise((done) => shown.push(done));
  });
  await until(() => expect(steps.at(-1)).toBe('answered'));
  shown[0]?.();
  await until(() => expect(steps.at(-1)).toBe('read'));
  shown[1]?.();
  expect((await found).results).toHaveLength(1);
});

it('results of an image are cached, an empty result is not', async () => {
  const signal = new AbortController().signal;
  let results: unknown[] = [];
  shop(async () => Response.json({ success: true, results }));
  const same = image();
  const ask = () => searchByImage(same, DEVICE, signal, () => {});
  expect((await ask()).results).toHaveLength(0);
  results = [ITEM];
  expect((await ask()).results).toHaveLength(1);
  expect((await ask()).results).toHaveLength(1);
  expect(calls).toHaveLength(2);
});

it('result of an incomplete index is not cached', async () => {
  const warning = 'some pictures of the catalog have not been looked at yet';
  shop(async () => Response.json({ success: true, results: [ITEM], warning }));
  const same = image();
  const ask = () => searchByImage(same, DEVICE, new AbortController().signal, () => {});
  expect((await ask()).warning).toBe(warning);
  await ask();
  expect(calls).toHaveLength(2);
});

it('image of too many pixels is scaled down and retried', async () => {
  const problem = { success: false, status: 400, code: 'invalid_argument', message: 'too many' };
  shop(async () =>
    calls.length === 1
      ? Response.json({ ...problem, reason: 'too_many_pixels' }, { status: 400 })
      : Response.json({ success: true, results: [ITEM] }),
  );
  const smaller = new File(['less'], 'a.jpg', { type: 'image/jpeg' });
  const shrunk = vi.spyOn(images, 'shrinkFile').mockResolvedValue(smaller);
  const found = await searchByImage(image(), DEVICE, new AbortController().signal, () => {});
  expect(found.results).toHaveLength(1);
  expect(calls.map((form) => (form.get('image') as File).name)).toEqual(['a.png', 'a.jpg']);
  expect(shrunk).toHaveBeenCalledOnce();
});

it('search past the timeout of the device fails and aborts the request', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let given: AbortSignal | null | undefined;
  shop((init) => {
    given = init.signal;
    return new Promise(() => {});
  });
  const search = searchByImage(image(), DEVICE, new AbortController().signal, () => {});
  const failed = expect(search).rejects.toBeInstanceOf(TimeoutError);
  await until(() => expect(given).toBeDefined());
  // Waiting for the request has advanced the clock a little.
  vi.advanceTimersByTime(58_000);
  expect(given?.aborted).toBe(false);
  vi.advanceTimersByTime(2_000);
  await failed;
  expect(given?.aborted).toBe(true);
});

it('closed search aborts the request at once', async () => {
  let given: AbortSignal | null | undefined;
  shop((init) => {
    given = init.signal;
    return new Promise(() => {});
  });
  const controller = new AbortController();
  const search = searchByImage(image(), DEVICE, controller.signal, () => {});
  const failed = expect(search).rejects.toMatchObject({ name: 'AbortError' });
  await until(() => expect(given).toBeDefined());
  controller.abort();
  await failed;
  expect(given?.aborted).toBe(true);
});

it('response is read without blank messages, and a refusal throws', () => {
  expect(read({ success: true, results: [], message: ' ', warning: 'w', error: null })).toEqual({
    results: [],
    warning: 'w',
  });
  expect(() => read({ success: false, error: 'no database' })).toThrow(RefusedError);
  expect(() => read({})).toThrow(RefusedError);
});
