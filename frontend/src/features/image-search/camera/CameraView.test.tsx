// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderIn } from '@/testing/render-in';
import { DEVICES } from '../device';
import { CameraView } from './CameraView';

/** Fakes video and canvas, which jsdom does not implement. */
function stubCamera() {
  const stream = { getTracks: () => [{ stop: vi.fn() }], getVideoTracks: () => [] };
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: async () => stream } });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockReturnValue(false);
  vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(1280);
  vi.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(720);
  const context = { drawImage: vi.fn() } as unknown as RenderingContext;
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  return vi
    .spyOn(HTMLCanvasElement.prototype, 'toBlob')
    .mockImplementation((take) => take(new Blob(['photo'])));
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it.each([
  ['phone', 0.9],
  ['wide', 0.95],
] as const)(
  'camera image on a %s screen is camera-photo.jpg, of quality %s',
  async (name, quality) => {
    const toBlob = stubCamera();
    const onImage = vi.fn();
    const onError = vi.fn();
    await renderIn(
      'en',
      <CameraView
        quality={DEVICES[name].captureQuality}
        onCapture={onImage}
        onError={onError}
        onCancel={() => {}}
      />,
    );
    await screen.findByText('Keep the item inside the circle');
    fireEvent.click(screen.getByRole('button', { name: 'Take the photo' }));
    expect(toBlob).toHaveBeenCalledWith(expect.any(Function), 'image/jpeg', quality);
    const [image] = onImage.mock.calls[0] ?? [];
    expect([image?.name, image?.type]).toEqual(['camera-photo.jpg', 'image/jpeg']);
    expect(onError).not.toHaveBeenCalled();
  },
);
