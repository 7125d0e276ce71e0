import { expect, type Page } from '@playwright/test';
import { test } from './test';
import { waitForHydration } from './wait-for-hydration';

/** Height of what the header covers at the top of the window, in px. */
const coveredHeight = (page: Page) =>
  page.getByRole('banner').evaluate((header) => {
    const surface = header.querySelector('.bg-bg');
    return Math.round(surface?.getBoundingClientRect().bottom ?? 0);
  });

async function scrollTo(page: Page, y: number) {
  await page.evaluate((top) => window.scrollTo(0, top), y);
  await page.evaluate(() => new Promise(requestAnimationFrame));
}

test('desktop header is compact after 200 px and normal again at 50', async ({ page }, {
  project,
}) => {
  test.skip(project.name === 'phone', 'a phone folds its search field instead');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/en/shop');
  await waitForHydration(page);
  await scrollTo(page, 150);
  await expect.poll(() => coveredHeight(page)).toBe(73);
  await scrollTo(page, 199);
  await expect.poll(() => coveredHeight(page)).toBe(73);
  await scrollTo(page, 260);
  await expect.poll(() => coveredHeight(page)).toBe(57);
  await scrollTo(page, 900);
  await expect.poll(() => coveredHeight(page)).toBe(57);
  await scrollTo(page, 40);
  await scrollTo(page, 0);
  await expect.poll(() => coveredHeight(page)).toBeGreaterThanOrEqual(73);
});

test('header hides when scrolling up and shows again when scrolling down', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/en/shop');
  await waitForHydration(page);
  await scrollTo(page, 900);
  await expect.poll(() => coveredHeight(page)).toBeGreaterThan(50);
  await scrollTo(page, 880);
  await expect.poll(() => coveredHeight(page)).toBeLessThanOrEqual(0);
  await scrollTo(page, 900);
  await expect.poll(() => coveredHeight(page)).toBeGreaterThan(50);
});

const FOCUSED = ['/en/account/login', '/en/account/register'];
for (const path of ['/en/shop', '/en/cart', '/en/contact', '/en/about', ...FOCUSED]) {
  test(`panel on ${path} has state, time, weather, free delivery and the stores`, async ({ page }, {
    project,
  }) => {
    test.skip(project.name !== 'phone', 'the panel is for phones');
    await page.goto(path);
    await waitForHydration(page);
    const call = page.getByRole('banner').getByRole('link', { name: /^Hotline/ });
    await expect(call).toBeVisible();
    if (!FOCUSED.includes(path)) {
      await scrollTo(page, 260);
      await scrollTo(page, 300);
      await expect(call).toBeVisible();
      await scrollTo(page, 0);
    }
    await page.getByRole('button', { name: 'Open menu' }).click();
    const panel = page.getByRole('dialog');
    const info = panel.getByRole('region', { name: 'Shop information' });
    await expect(info.getByText(/^(Open now|Open|Closed)/).first()).toBeVisible();
    await expect(info.getByRole('time')).toHaveText(/^\d{2}:\d{2}$/);
    await expect(info.getByText(/°/).first()).toBeVisible();
    await expect(info.getByText(/Free delivery over/)).toBeVisible();
    await expect(panel.getByRole('link', { name: /Customer service/ })).toBeVisible();
    await info.getByRole('link', { name: 'Find a store' }).click();
    await expect(page.getByRole('dialog', { name: 'Find a store' })).toBeVisible();
  });
}
