import { expect } from '@playwright/test';
import { callsOf } from './api-calls';
import { overflowOf } from './overflow-of';
import { test } from './test';
import { waitForHydration } from './wait-for-hydration';

const LANGUAGES = [
  ['la', 'lo', 'ສິນຄ້າຂາຍດີ'],
  ['en', 'en', 'Best sellers'],
  ['th', 'th', 'สินค้าขายดี'],
  ['cn', 'zh-CN', '热销商品'],
  ['vn', 'vi', 'Bán chạy nhất'],
] as const;

for (const [code, tag, heading] of LANGUAGES) {
  test(`home in ${code} renders completely from the data in the page`, { tag: '@gate' }, async ({
    page,
  }) => {
    const calls = callsOf(page);
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));

    await page.goto(`/${code}`);
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await page.waitForLoadState('networkidle');

    expect(calls).toEqual([]);
    expect(faults).toEqual([]);
    const overflow = await overflowOf(page);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}

test('new arrivals omit products shown above them', async ({ page }) => {
  await page.goto('/en');
  await expect(page.getByRole('heading', { name: 'New arrivals' })).toBeVisible();
  const links = async (heading: string) => {
    const section = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: heading }) });
    const cards = section.locator('article h3').locator('xpath=ancestor::a');
    return await cards.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  };
  const popular = await links('Best sellers');
  const newest = await links('New arrivals');
  expect([popular.length, newest.length]).toEqual([10, 10]);
  expect(newest.filter((link) => popular.includes(link))).toEqual([]);
});

test('price in Lao is formatted without browser data', async ({ page }) => {
  await page.goto('/la');
  await expect(page.locator('article b').first()).toHaveText(/^₭\d{1,3}(,\d{3})*\.00$/);
});

test('language menu keeps the page and its query', async ({ page }) => {
  await page.goto('/la/shop?sort=newest');
  const menu = page.locator(
    'button[aria-label^="ພາສາ"]:visible, header button[aria-label="ເປີດເມນູ"]:visible',
  );
  await menu.first().click();
  await page.getByRole('button', { name: /English/ }).click();
  await expect(page).toHaveURL(/\/en\/shop\?sort=newest$/);
});

test('the theme is kept and there before the first paint', { tag: '@gate' }, async ({ page }) => {
  await page.goto('/en');
  if ((page.viewportSize()?.width ?? 0) < 1024) {
    await page.getByRole('button', { name: 'Open menu' }).click();
  }
  await page.locator('button[aria-label="Switch to dark colours"]:visible').click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('color scheme: follows the device until the user has chosen', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/en');
  await waitForHydration(page);
  const html = page.locator('html');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(html).not.toHaveAttribute('data-theme');
  await page.evaluate(() => localStorage.setItem('heuan_theme', 'light'));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  await waitForHydration(page);
  await expect(html).not.toHaveAttribute('data-theme');
});

test('search of one character is not submitted, one of two is, and the box is cleared', async ({
  page,
}) => {
  await page.goto('/en');
  const box = page.getByRole('combobox', { name: 'Search products' });
  await box.fill(' a ');
  await box.press('Enter');
  await expect(page).toHaveURL(/\/en\/?$/);
  await box.fill(' saw ');
  await box.press('Enter');
  await expect(page).toHaveURL(/\/en\/shop\?search=saw$/);
  await expect(box).toHaveValue('');
});

test('address of an unknown language or page is not found', async ({ page }) => {
  const unknownLanguage = await page.goto('/xx/shop');
  expect(unknownLanguage?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ບໍ່ພົບໜ້ານີ້');
  const unknownPage = await page.goto('/en/nowhere');
  expect(unknownPage?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
});

test('client-side navigation is announced and does not reload', async ({ page }) => {
  await page.goto('/en');
  await waitForHydration(page);
  const before = await page.title();
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await page.locator('article a').first().click();
  await expect(page).toHaveURL(/\/en\/shop\/\d+$/);
  await expect(page.locator('main')).toBeFocused();
  await expect(page).not.toHaveTitle(before);
  await expect(page.locator('#route-announcer')).toHaveText(await page.title());
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
});

test('page that cannot load shows an error and retries', async ({ page }) => {
  await page.goto('/en');
  await waitForHydration(page);
  await page.route('**/api/v1/product/*', (route) => route.abort());
  await page.locator('article a').first().click();
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  await page.unroute('**/api/v1/product/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test(
  'mobile panel has the logo, closes, and links to home and all products',
  { tag: '@gate' },
  async ({ page }, { project }) => {
    test.skip(project.name !== 'phone', 'only phones have the panel');
    await page.goto('/en/about');
    const open = page.locator('header button', { has: page.locator('.lucide-menu') });
    const panel = page.getByRole('dialog', { name: 'Menu' });
    await open.click();
    await expect(panel.getByText('Heuan', { exact: true })).toBeVisible();
    await panel.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(panel).toBeHidden();

    await open.click();
    const tabs = panel.getByRole('navigation').last();
    await expect(tabs.locator('a, button')).toHaveText(
      ['Menu', 'Search', 'Home', 'By image', 'Settings'].map((name) => new RegExp(name)),
    );
    await tabs.getByRole('link', { name: 'Home' }).click();
    await expect(page).toHaveURL(/\/en\/?$/);
    await expect(panel).toBeHidden();

    await open.click();
    await panel.getByRole('link', { name: 'All categories' }).first().click();
    await expect(page).toHaveURL(/\/en\/shop$/);
  },
);

for (const code of ['la', 'en', 'th', 'cn', 'vn']) {
  test(`banner messages in ${code} fit one line on a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/${code}`);
    const messages = page.locator('section.bg-ink li > span:first-child');
    await expect(messages).toHaveCount(4);
    const cut = await messages.evaluateAll((all) =>
      all.flatMap((message) => {
        const range = document.createRange();
        range.selectNodeContents(message);
        const { height } = range.getBoundingClientRect();
        const isCut = height > message.clientHeight + 1;
        return isCut || height > 1.5 * Number.parseFloat(getComputedStyle(message).lineHeight)
          ? (message.textContent ?? '')
          : [];
      }),
    );
    expect(cut).toEqual([]);
  });
}

test('small tiles on a tablet show the whole product', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('/en');
  const tiles = page.locator('.hero-tiles li:not(:first-child) .image-tile');
  await expect(tiles.first()).toBeVisible();
  const above = await tiles.evaluateAll((all) =>
    all.map((tile) => {
      const image = tile.querySelector('img')?.getBoundingClientRect().top ?? 0;
      return image - tile.getBoundingClientRect().top;
    }),
  );
  expect(Math.min(...above)).toBeGreaterThanOrEqual(0);
});
