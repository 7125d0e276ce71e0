// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { afterNextPaint } from './after-next-paint';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('comes at once where nothing is drawn', async () => {
  vi.useFakeTimers();
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await afterNextPaint();
});

it('comes after a frame, and without one all the same', async () => {
  vi.useFakeTimers();
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  const seen: string[] = [];
  void afterNextPaint().then(() => seen.push('drawn'));
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual([]);
  frames[0]?.(0);
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual(['drawn']);
  void afterNextPaint().then(() => seen.push('waited'));
  await vi.advanceTimersByTimeAsync(200);
  expect(seen).toEqual(['drawn', 'waited']);
});
