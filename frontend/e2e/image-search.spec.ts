import { expect, type Page } from '@playwright/test';
import {
  answer,
  axe,
  dialog,
  find,
  open,
  press,
  refuse,
  results,
  toCrop,
  view,
  withCamera,
} from './image-search-dialog';
import { test } from './test';

test.use(withCamera);

test(
  'mobile panel has a tab and a button for image search',
  { tag: '@gate' },
  async ({ page }, { project }) => {
    test.skip(project.name !== 'phone', 'the panel is for phones');
    await page.goto('/en');
    const panel = page.getByRole('dialog', { name: 'Menu' });
    await page.getByRole('button', { name: 'Open menu' }).click();
    await panel.getByRole('button', { name: 'By image' }).click();
    await expect(view(page, 'Search by image')).toBeVisible();
    await press(page, 'Close');
    await expect(dialog(page)).toBeHidden();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await panel.getByRole('button', { name: 'Search', exact: true }).click();
    await panel.getByRole('button', { name: 'Search by image' }).click();
    await expect(view(page, 'Search by image')).toBeVisible();
  },
);

test('image search code loads when first opened', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await page.goto('/en', { waitUntil: 'networkidle' });
  expect(scripts.filter((path) => /imageSearch/i.test(path))).toEqual([]);
  await page.locator('header').getByRole('button', { name: 'Search by image' }).click();
  await expect(view(page, 'Search by image')).toBeVisible();
  expect(scripts.some((path) => path.includes('ImageSearch'))).toBe(true);
});

const sights: Record<string, (page: Page) => Promise<void>> = {
  'the start': (page) => open(page),
  'the camera': async (page) => {
    await open(page);
    await press(page, 'Open camera');
    await expect(dialog(page).getByText('Keep the item inside the circle')).toBeVisible();
  },
  'the crop step': async (page) => {
    await toCrop(page);
    await dialog(page).getByText('Move and resize with buttons').click();
  },
  'the wait': async (page) => {
    await answer(page, () => new Promise(() => {}));
    await toCrop(page);
    await press(page, 'Search');
    await expect(dialog(page).getByRole('progressbar')).toBeVisible();
  },
  'the results': async (page) => {
    await find(page);
    await toCrop(page);
    await press(page, 'Search');
    await expect(results(page).first()).toBeVisible();
  },
  'the shop with what was found': async (page) => {
    await find(page);
    await toCrop(page);
    await press(page, 'Search');
    await dialog(page).getByRole('link', { name: 'View more' }).click();
    await expect(page.locator('main article').first()).toBeVisible();
    await expect(dialog(page)).toBeHidden();
  },
  'an empty answer': async (page) => {
    await find(page, 0);
    await toCrop(page);
    await press(page, 'Search');
    await expect(dialog(page).getByText('No similar products found')).toBeVisible();
  },
  'a fault': async (page) => {
    await refuse(page, 500, 'no');
    await toCrop(page);
    await press(page, 'Search');
    await expect(dialog(page).getByRole('alert')).toBeVisible();
  },
};
for (const theme of ['light', 'dark'] as const) {
  for (const [sight, show] of Object.entries(sights)) {
    test(`axe finds nothing serious in ${sight} in ${theme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await show(page);
      await axe(page);
    });
  }
}
