import { expect } from '@playwright/test';
import {
  choose,
  dialog,
  open,
  press,
  results,
  untilIndexed,
  view,
  watchCameras,
  withCamera,
} from './image-search-dialog';
import { test } from './test';

test.use(withCamera);

test(
  'camera image is cropped, searched, and leads to a product',
  { tag: '@gate' },
  async ({ page }, { project }) => {
    await untilIndexed(page);
    const running = await watchCameras(page);
    await open(page);
    await press(page, 'Open camera');
    await expect(dialog(page).getByText('Keep the item inside the circle')).toBeVisible();
    await expect.poll(running).toBe(1);
    expect(
      await page.evaluate(() => (globalThis as unknown as { wanted: unknown }).wanted),
    ).toEqual({
      audio: false,
      video: {
        facingMode: { ideal: 'environment' },
        width: { ideal: 1280 },
        height: { ideal: 720 },
      },
    });
    await press(page, 'Take the photo');
    await expect(view(page, 'Choose the part to search for')).toBeFocused();
    await expect.poll(running).toBe(0);
    await press(page, 'Search');
    await expect(dialog(page).getByText(/similar items? found/)).toBeVisible();
    expect(await results(page).count()).toBeLessThanOrEqual(project.name === 'phone' ? 6 : 25);
    await results(page).first().getByRole('link').click();
    await expect(page).toHaveURL(/\/en\/shop\/\d+$/);
    await expect(dialog(page)).toBeHidden();
  },
);

test('camera stops when the dialog closes', async ({ page }) => {
  const running = await watchCameras(page);
  await open(page);
  await press(page, 'Open camera');
  await expect(dialog(page).getByText('Keep the item inside the circle')).toBeVisible();
  await expect.poll(running).toBe(1);
  await press(page, 'Close');
  await expect(dialog(page)).toBeHidden();
  await expect.poll(running).toBe(0);
});

const CAMERA_FAULTS: [name: string, text: string][] = [
  ['NotAllowedError', 'Please check the camera permission'],
  ['NotFoundError', 'No camera was found'],
  ['NotReadableError', 'The camera is in use by another program'],
  ['OverconstrainedError', 'does not support the settings needed'],
  ['UnknownError', 'Something is wrong with the camera picture'],
];
for (const [name, text] of CAMERA_FAULTS) {
  test(`camera error ${name} is explained, and a file can still be chosen`, async ({ page }) => {
    await page.addInitScript((fault) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', fault));
    }, name);
    await open(page);
    await press(page, 'Open camera');
    await expect(dialog(page).getByRole('alert')).toContainText(text);
    await choose(page);
    await expect(view(page, 'Choose the part to search for')).toBeVisible();
  });
}

test('device without a camera shows a message', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'mediaDevices', { value: undefined }),
  );
  await open(page);
  await press(page, 'Open camera');
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'Your device does not support the camera',
  );
});

test('autoplay blocked: the dialog shows a start button', async ({ page }) => {
  await page.addInitScript(() => {
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function once() {
      HTMLMediaElement.prototype.play = play;
      this.autoplay = false;
      this.pause();
      return Promise.reject(new DOMException('', 'NotAllowedError'));
    };
  });
  await open(page);
  await press(page, 'Open camera');
  await press(page, 'Tap to start the camera');
  await expect(dialog(page).getByText('Keep the item inside the circle')).toBeVisible();
});

test('camera that cannot play, stops or fails to capture is explained', async ({ page }) => {
  const running = await watchCameras(page);
  await open(page);
  const alert = dialog(page).getByRole('alert');
  const inside = dialog(page).getByText('Keep the item inside the circle');
  await page.evaluate(() => {
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = () => {
      HTMLMediaElement.prototype.play = play;
      return Promise.reject(new DOMException('', 'NotSupportedError'));
    };
  });
  await press(page, 'Open camera');
  await expect(alert).toContainText('The camera picture could not be played');
  await expect.poll(running).toBe(0);
  await press(page, 'Open camera');
  await expect(inside).toBeVisible();
  await dialog(page).locator('video').dispatchEvent('error');
  await expect(alert).toContainText('Something is wrong with the camera picture');
  await expect.poll(running).toBe(0);
  await press(page, 'Open camera');
  await expect(inside).toBeVisible();
  await page.evaluate(() => {
    HTMLCanvasElement.prototype.toBlob = (take) => take(null);
  });
  await press(page, 'Take the photo');
  await expect(alert).toContainText('The photo could not be taken');
  await expect.poll(running).toBe(0);
});

test('shutter pressed before the camera is ready shows a message', async ({ page }) => {
  await page.addInitScript(() => {
    HTMLMediaElement.prototype.play = function never() {
      this.autoplay = false;
      this.pause();
      return new Promise(() => {});
    };
  });
  await open(page);
  await press(page, 'Open camera');
  await expect(dialog(page).getByText('Opening camera…')).toBeVisible();
  await press(page, 'Take the photo');
  await expect(dialog(page).getByRole('alert')).toContainText('The camera is not ready yet');
});
