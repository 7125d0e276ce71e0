import { expect } from '@playwright/test';
import { choose, dialog, find, open, press, results, toCrop, view } from './image-search-dialog';
import { test } from './test';
import { waitForAnimations } from './wait-for-animations';

test('crop area changed by mouse, keys or buttons keeps its shape', async ({ page }, {
  project,
}) => {
  // Without motion, because an opening dialog is still growing.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await toCrop(page);
  const frame = dialog(page).locator('.image-search-frame');
  const box = async () => (await frame.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await waitForAnimations(dialog(page));
  const first = await box();
  const share = project.name === 'phone' ? 0.7 : 0.8;
  const stage = await dialog(page).locator('.image-search-stage').boundingBox();
  expect(first.width / (stage?.width ?? 1)).toBeCloseTo(share, 2);
  await expect(dialog(page).getByText('Drag the corners to resize')).toBeVisible();
  const preview = dialog(page).getByRole('img', { name: 'Preview' });
  await expect(preview).toHaveCSS('width', '120px');
  await expect(preview).toHaveCSS('height', '120px');

  await page.mouse.move(first.x + first.width, first.y + first.height);
  await page.mouse.down();
  await page.mouse.move(first.x + first.width - 60, first.y + first.height - 40, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await box()).width).toBeCloseTo(first.width - 60, 0);
  const drawn = await box();
  expect(drawn.height).toBeCloseTo(first.height - 40, 0);

  await dialog(page).getByRole('button', { name: 'Crop area' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await box()).x).toBeGreaterThan(drawn.x);
  await dialog(page).getByRole('button', { name: 'Corner 1' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(async () => (await box()).height).toBeLessThan(drawn.height);

  await press(page, '16:9');
  const shape = async () => {
    const { width, height } = await box();
    return width / height;
  };
  await expect.poll(shape).toBeCloseTo(16 / 9, 1);
  await press(page, 'Circle');
  await expect.poll(shape).toBeCloseTo(1, 2);
  await expect(dialog(page).getByRole('button', { name: '16:9' })).toBeDisabled();
  await press(page, 'Rectangle');
  await dialog(page).getByText('Move and resize with buttons').click();
  for (const name of ['Move left', 'Move up', 'Narrower', 'Shorter', 'Wider', 'Taller']) {
    const before = await box();
    await press(page, name);
    await expect.poll(box).not.toEqual(before);
  }
  const zoom = dialog(page).getByRole('button', { name: /%/ });
  await press(page, 'Zoom in');
  await expect(zoom).toContainText('120%');
  for (let times = 0; times < 9; times += 1) await press(page, 'Zoom in');
  await expect(zoom).toContainText('300%');
  await expect(dialog(page).getByRole('button', { name: 'Zoom in' })).toBeDisabled();
  await zoom.click();
  await expect(zoom).toContainText('100%');
  await press(page, 'Zoom out');
  await expect(zoom).toContainText('80%');
  await press(page, 'Centre');
  const middle = async () => {
    const { x, width } = await box();
    return x + width / 2;
  };
  await expect.poll(middle).toBeCloseTo((stage?.x ?? 0) + (stage?.width ?? 0) / 2, 0);
  await press(page, 'Reset');
  await expect(zoom).toContainText('100%');
  await expect.poll(async () => (await box()).width).toBeCloseTo(first.width, 0);
});

test('two-finger pinch zooms the image', async ({ page }, { project }) => {
  test.skip(project.name !== 'phone', 'fingers are for phones');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await toCrop(page);
  await waitForAnimations(dialog(page));
  const stage = await dialog(page).locator('.image-search-stage').boundingBox();
  if (!stage) throw new Error('no stage');
  const middle = { x: stage.x + stage.width / 2, y: stage.y + stage.height / 2 };
  const fingers = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) =>
    fingers.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: apart
        ? [
            { x: middle.x - apart, y: middle.y, id: 1 },
            { x: middle.x + apart, y: middle.y, id: 2 },
          ]
        : [],
    });
  await touch('touchStart', 40);
  for (const apart of [50, 60, 70, 80]) await touch('touchMove', apart);
  await touch('touchEnd');
  const zoom = dialog(page).getByRole('button', { name: /%/ });
  await expect(zoom).toContainText('200%');
});

test('crop area outside the image: the dialog requests another area', async ({ page }) => {
  await toCrop(page);
  for (let times = 0; times < 3; times += 1) await press(page, 'Zoom out');
  // Makes the area small and moves it into a corner.
  const corner = dialog(page).getByRole('button', { name: 'Corner 3' });
  await corner.focus();
  for (let times = 0; times < 9; times += 1) {
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Shift+ArrowUp');
  }
  await dialog(page).getByRole('button', { name: 'Crop area' }).focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Shift+ArrowLeft');
  await press(page, 'Search');
  await expect(dialog(page).getByRole('alert')).toContainText(
    'Select a crop area before searching',
  );
});

test('leaving the crop step searches the original on a desktop and starts again on a phone', async ({
  page,
}, { project }) => {
  const sent = await find(page);
  await toCrop(page);
  await press(page, 'Cancel');
  if (project.name === 'phone') {
    await expect(view(page, 'Search by image')).toBeVisible();
    return;
  }
  await expect(results(page).first()).toBeVisible();
  expect(sent[0]).toContain('filename="804001.webp"');
});

test('transparent image is white behind after it was rotated', async ({ page }) => {
  const sent = await find(page);
  await open(page);
  const clear = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [60, 40];
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  const buffer = Buffer.from(clear, 'base64');
  await choose(page, { name: 'clear.png', mimeType: 'image/png', buffer });
  await press(page, 'Rotate');
  await press(page, 'Use full picture');
  await expect(results(page).first()).toBeVisible();
  const body = Buffer.from(sent[0] ?? '', 'latin1');
  const jpeg = body.subarray(body.indexOf(Buffer.from([0xff, 0xd8])));
  const pixel = await page.evaluate(async (bytes) => {
    const image = await createImageBitmap(
      new Blob([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))]),
    );
    const context = document.createElement('canvas').getContext('2d');
    context?.drawImage(image, 0, 0);
    return [image.width, image.height, ...(context?.getImageData(20, 20, 1, 1).data ?? [])];
  }, jpeg.toString('base64'));
  expect(pixel).toEqual([40, 60, 255, 255, 255, 255]);
});

test('crop area on a phone in landscape is whole and keeps its proportions', async ({ page }, {
  project,
}) => {
  test.skip(project.name !== 'phone', 'desktops are not turned');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await toCrop(page);
  await press(page, 'Square');
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(dialog(page).getByRole('button', { name: '1:1' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  const corner = dialog(page).getByRole('button', { name: 'Corner 3' });
  await corner.focus();
  await page.keyboard.press('ArrowUp');
  const uneven = async () => {
    const frame = await dialog(page).locator('.image-search-frame').boundingBox();
    return (frame?.width ?? 0) - (frame?.height ?? 1);
  };
  await expect.poll(uneven).toBeCloseTo(0, 0);
  await press(page, 'Reset');
  const look = () =>
    dialog(page).evaluate((element) => {
      const boxOf = (name: string) => element.querySelector(name)?.getBoundingClientRect();
      const corners = [...element.querySelectorAll('.image-search-corner')];
      const isHit = (corner: Element) => {
        const { x, y, width, height } = corner.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2) === corner;
      };
      const [stage, body] = [boxOf('.image-search-stage'), boxOf('.image-search-body')];
      return {
        isInside: (stage?.bottom ?? 0) <= (body?.bottom ?? 0),
        isLarge: (stage?.height ?? 0) > 150,
        hits: corners.map(isHit),
      };
    });
  const hits = [true, true, true, true];
  await expect.poll(look).toEqual({ isInside: true, isLarge: true, hits });
});
