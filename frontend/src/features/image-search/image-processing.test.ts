// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { downscaled } from './image-processing';

const MB = 1_048_576;
const file = (bytes: number) => new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' });

/** jsdom neither decodes nor draws, so the test records the canvases and their JPEG options. */
const made: unknown[] = [];
beforeEach(() => {
  made.length = 0;
  vi.stubGlobal('createImageBitmap', async () => ({ width: 4000, height: 3000, close: () => {} }));
  const context = { drawImage: () => {}, fillRect: () => {} };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function toBlob(
    this: HTMLCanvasElement,
    take,
    type,
    quality,
  ) {
    made.push({ width: this.width, height: this.height, type, quality });
    take(new Blob(['smaller']));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('image of 2 MB is sent unchanged', async () => {
  const image = file(2 * MB);
  expect(await downscaled(image)).toBe(image);
  expect(made).toEqual([]);
});

it('image over 2 MB becomes a JPEG of quality 0.85, at most 1920 px long', async () => {
  const smaller = await downscaled(file(2 * MB + 1));
  expect([smaller.name, smaller.type]).toEqual(['a.jpg', 'image/jpeg']);
  expect(made).toEqual([{ width: 1920, height: 1440, type: 'image/jpeg', quality: 0.85 }]);
});
