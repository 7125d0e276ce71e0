// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { afterNextPaint } from './after-next-paint';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('promise in a hidden tab resolves at once', async () => {
  vi.useFakeTimers();
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await afterNextPaint();
});

it('promise resolves after a frame, or after a timeout without one', async () => {
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
