// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { jsonResponse } from '@/testing/fake-shop';
import { initialCrop } from './crop/use-crop';
import { DEVICES } from './device';
import * as images from './image-processing';
import { useImageSearch } from './use-image-search';

const ITEM = { id: 1, title: 'ໂຄມໄຟ', similarity: 0.9, price: 5, stock: 1, imageUrl: 'a.webp' };

beforeEach(() => {
  localStorage.clear();
  const file = new File(['lamp'], 'lamp.jpg', { type: 'image/jpeg' });
  vi.spyOn(images, 'jpegOf').mockResolvedValue(file);
  vi.spyOn(images, 'thumbnailOf').mockReturnValue('data:,');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Runs pending work that needs no timer: promises, the hash of the image, the response. */
const settle = () => act(() => new Promise<void>((resolve) => setImmediate(resolve)));
const advance = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });

it.each([
  ['a phone', DEVICES.phone, [70, 90]],
  ['a wide screen', DEVICES.wide, [70, 85]],
] as const)(
  'progress after the response stands at its marks on %s',
  async (_, device, marks) => {
    let answer = (_: Response) => {};
    const response = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    let isSent = false;
    vi.stubGlobal('fetch', (url: string) => {
      if (url === '/api/api-token') return Promise.resolve(jsonResponse({ token: 'token' }));
      isSent = true;
      return response;
    });
    const { result } = renderHook(() => useImageSearch(device));
    const progress = () => {
      const { view } = result.current;
      return view.name === 'searching' ? view.progress.percent : view.name;
    };
    const until = async (isReached: () => boolean) => {
      const deadline = Date.now() + 60_000;
      while (!isReached() && Date.now() < deadline) await settle();
      expect(isReached()).toBe(true);
    };

    const image = Object.assign(document.createElement('canvas'), { width: 400, height: 300 });
    act(() => result.current.searchWhole({ ...initialCrop(image, device), isTurned: true }));
    await until(() => isSent);
    await advance(4_000);
    expect(progress()).toBeLessThan(70);

    answer(Response.json({ success: true, results: [ITEM] }));
    await until(() => progress() === marks[0]);
    await advance(149);
    expect(progress()).toBe(marks[0]);
    await advance(1);
    expect(progress()).toBe(marks[1]);
    await advance(149);
    expect(progress()).toBe(marks[1]);
    await advance(1);
    expect(progress()).toBe(100);
    await advance(249);
    expect(progress()).toBe(100);
    await advance(1);
    expect(progress()).toBe('results');
  },
  120_000,
);
