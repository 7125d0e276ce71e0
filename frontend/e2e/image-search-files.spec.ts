import { expect } from '@playwright/test';
import { choose, dialog, find, open, PATH, press, results, view } from './image-search-dialog';
import { test } from './test';

test('dropped image is opened in the crop step', async ({ page }) => {
  await open(page);
  const give = (type: string, files: [name: string, type: string][]) =>
    dialog(page)
      .locator('[data-view]')
      .evaluate(
        (element, given) => {
          const canvas = document.createElement('canvas');
          const image = Uint8Array.from(atob(canvas.toDataURL().split(',')[1] ?? ''), (c) =>
            c.charCodeAt(0),
          );
          const dataTransfer = new DataTransfer();
          for (const [name, type] of given.files)
            dataTransfer.items.add(new File([image], name, { type }));
          element.dispatchEvent(
            new DragEvent(given.type, { dataTransfer, bubbles: true, cancelable: true }),
          );
        },
        { type, files },
      );
  await give('dragover', [['a.pdf', 'application/pdf']]);
  await expect(dialog(page).getByText('Unsupported file')).toBeVisible();
  await give('drop', [['a.pdf', 'application/pdf']]);
  await expect(dialog(page).getByRole('alert')).toContainText(
    'Please choose an image (PNG, JPG, JPEG, GIF, WEBP)',
  );
  await give('drop', [
    ['a.png', 'image/png'],
    ['b.png', 'image/png'],
  ]);
  await expect(dialog(page).getByRole('alert')).toContainText('The picture was not uploaded');
  await give('drop', []);
  await expect(dialog(page).getByRole('alert')).toContainText('No picture found');
  await give('dragover', [['a.png', 'image/png']]);
  await expect(dialog(page).getByText('Drop the picture here')).toBeVisible();
  await give('drop', [['a.png', 'image/png']]);
  await expect(view(page, 'Choose the part to search for')).toBeVisible();
});

test('pasted image is opened in the crop step', async ({ page }) => {
  await open(page);
  await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    const blob = await new Promise<Blob | null>((take) => canvas.toBlob(take));
    const clipboardData = new DataTransfer();
    if (blob) clipboardData.items.add(new File([blob], 'image.png', { type: 'image/png' }));
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  await expect(view(page, 'Choose the part to search for')).toBeVisible();
});

test('file of another type is refused with a message', async ({ page }, { project }) => {
  const [megabytes, isPhone] = project.name === 'phone' ? [10, true] : [15, false];
  await open(page);
  const alert = dialog(page).getByRole('alert');
  await choose(page, { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect(alert).toContainText('Please choose an image (PNG, JPG, JPEG, GIF, WEBP)');
  if (isPhone) await expect(alert).toContainText('The file cannot be used. Please try again');
  const large = Buffer.alloc(megabytes * 1_048_576 + 1);
  await choose(page, { name: 'a.png', mimeType: 'image/png', buffer: large });
  await expect(alert).toContainText(`The file must not exceed ${megabytes}MB`);
  await choose(page, { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(alert).toContainText('The image could not be opened');
});

test('image over 2 MB is scaled down before it is sent', async ({ page }) => {
  const sent = await find(page);
  await open(page);
  const noise = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [2400, 600];
    const context = canvas.getContext('2d');
    const data = context?.createImageData(2400, 600);
    if (!context || !data) return '';
    for (let at = 0; at < data.data.length; at += 1)
      data.data[at] = at % 4 === 3 ? 255 : Math.random() * 256;
    context.putImageData(data, 0, 0);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  const buffer = Buffer.from(noise, 'base64');
  expect(buffer.length).toBeGreaterThan(2 * 1_048_576);
  await choose(page, { name: 'noise.png', mimeType: 'image/png', buffer });
  await press(page, 'Use full picture');
  await expect(results(page).first()).toBeVisible();
  expect(sent[0]).toContain('filename="noise.jpg"');
  // The frame header of a JPEG says 1920 × 480.
  const size = Buffer.from([8, 480 >> 8, 480 & 255, 1920 >> 8, 1920 & 255]).toString('latin1');
  expect(sent[0]).toContain(size);
});

test('image dropped beside the dialog is used and does not replace the page', async ({ page }) => {
  await open(page);
  const isKept = (type: string) =>
    page.evaluate((type) => {
      const canvas = document.createElement('canvas');
      const bytes = Uint8Array.from(atob(canvas.toDataURL().split(',')[1] ?? ''), (c) =>
        c.charCodeAt(0),
      );
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], 'a.png', { type: 'image/png' }));
      const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
      document.body.dispatchEvent(event);
      return event.defaultPrevented;
    }, type);
  await expect.poll(() => isKept('dragover')).toBe(true);
  await expect(dialog(page).getByText('Drop the picture here')).toBeVisible();
  expect(await isKept('drop')).toBe(true);
  await expect(view(page, 'Choose the part to search for')).toBeVisible();
  // The drop is ignored, but the browser does not open the file either.
  expect(await isKept('drop')).toBe(true);
  await press(page, 'Close');
  await expect(dialog(page)).toBeHidden();
  await expect.poll(() => isKept('drop')).toBe(false);
});

test('image of too many pixels is scaled down and sent again', async ({ page }) => {
  const sent = await find(page);
  const names: string[] = [];
  await page.route(PATH, (route) => {
    names.push(/filename="([^"]*)"/.exec(route.request().postData() ?? '')?.[1] ?? '');
    if (names.length > 1) return route.fallback();
    const problem = { success: false, status: 400, code: 'invalid_argument', message: 'no' };
    return route.fulfill({ status: 400, json: { ...problem, reason: 'too_many_pixels' } });
  });
  await open(page);
  const plain = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [2400, 600];
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  const buffer = Buffer.from(plain, 'base64');
  await choose(page, { name: 'plain.png', mimeType: 'image/png', buffer });
  await press(page, 'Use full picture');
  await expect(results(page).first()).toBeVisible();
  expect(names).toEqual(['plain.png', 'plain.jpg']);
  const size = Buffer.from([8, 480 >> 8, 480 & 255, 1920 >> 8, 1920 & 255]).toString('latin1');
  expect(sent[0]).toContain(size);
});
