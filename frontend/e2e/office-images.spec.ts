import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Page, type TestInfo } from '@playwright/test';
import { canMakeStaff, member } from './chat-helpers';
import { call } from './shopper';
import { test } from './test';

test.skip(!canMakeStaff, 'needs a shop it can make staff for');

/** Phone and desktop tests change the same shop at the same time, so each has a product of its own. */
const productOf = ({ project }: TestInfo) => (project.name === 'phone' ? 1_304_007 : 1_304_008);

/** A manager in a window as wide as the project's. */
async function managerLike(page: Page, browser: Browser): Promise<Page> {
  const manager = await member(browser, 'Chantha');
  await manager.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
  return manager;
}

/** An image that no other project uploads. */
async function image(page: Page, text: string): Promise<Buffer> {
  const url = await page.evaluate((text) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [800, 600];
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.fillStyle = '#2563eb';
    context.fillRect(0, 0, 800, 600);
    context.fillStyle = '#fff';
    context.font = '80px sans-serif';
    context.fillText(text, 60, 320);
    return canvas.toDataURL('image/jpeg');
  }, text);
  return Buffer.from(url.split(',')[1] as string, 'base64');
}

type Images = { pro_img_cover: string; images: string[] };
const imagesOf = async (page: Page, proId: number): Promise<Images> =>
  await call(page, 'GET', `/api/staff/products/${proId}`);

test(
  'image uploaded by a manager is served to shoppers at every size',
  { tag: '@gate' },
  async ({ page, browser }, info) => {
    const product = productOf(info);
    const manager = await managerLike(page, browser);
    const before = await imagesOf(manager, product);
    await manager.goto(`/en/staff/products/${product}`);
    const panel = manager.getByRole('region', { name: 'Pictures' });
    const files = panel.locator('input[multiple]');
    const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') };
    await files.setInputFiles(notes);
    await expect(panel.getByText('Only JPEG, PNG and WebP pictures')).toBeVisible();
    await panel.getByRole('button', { name: 'Dismiss notes.txt' }).click();

    const count = await panel.locator('ol > li').count();
    const buffer = await image(manager, info.project.name);
    await files.setInputFiles({ name: 'front.jpg', mimeType: 'image/jpeg', buffer });
    await expect(panel.locator('ol > li')).toHaveCount(count + 1);
    await expect(panel.getByRole('progressbar')).toHaveCount(0);
    const found = await new AxeBuilder({ page: manager }).include('.o-image-drop').analyze();
    expect(found.violations).toEqual([]);
    if (count > 0) {
      const toFront = panel.getByRole('button', { name: `Make picture ${count + 1} the main one` });
      await toFront.focus();
      await manager.keyboard.press('Enter');
    }
    await manager.keyboard.press('Control+s');
    await expect(manager.getByRole('region', { name: 'Save' })).toBeHidden();
    const { pro_img_cover: cover } = await imagesOf(manager, product);
    expect(cover).toMatch(/^uploads\/.+\.webp$/);

    for (const width of [160, 640, 1600]) {
      const shown = await page.request.get(`/media/${cover}?w=${width}`);
      expect([shown.status(), shown.headers()['content-type']]).toEqual([200, 'image/webp']);
    }
    await expect(async () => {
      await page.goto(`/en/shop/${product}`);
      const image = page.locator(`main img[src*="${cover}"]`).first();
      await expect(image).toBeVisible({ timeout: 10_000 });
    }).toPass();

    const ledger = manager.getByRole('region', { name: 'Changes' });
    await ledger.getByRole('button', { name: 'Undo: Edited' }).first().click();
    await expect(panel.locator('ol > li')).toHaveCount(count);
    expect(await imagesOf(manager, product)).toMatchObject({
      pro_img_cover: before.pro_img_cover,
      images: before.images,
    });
    await manager.context().close();
  },
);
