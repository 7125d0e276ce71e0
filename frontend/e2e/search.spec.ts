import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { callsOf } from './api-calls';
import { shopper } from './shopper';
import { test } from './test';

const box = (page: Page) => page.getByRole('combobox', { name: 'Search products' });
const options = (page: Page) => page.getByRole('option');
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const cards = (page: Page) => page.locator('main article');

/** Stores recent searches of a visitor in the browser. */
const remember = (page: Page, ...texts: string[]) =>
  page.addInitScript((kept) => localStorage.setItem('heuan_searches', JSON.stringify(kept)), texts);

/** Makes search requests fail; everything else works. */
const takeDown = (page: Page) =>
  page.route(/\/api\/v1\/(search-product|keywork|suggetsearch)/, (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      json: { success: false, status: 503, code: 'unavailable', reason: 'unavailable' },
    }),
  );

async function axe(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160))}`),
  ).toEqual([]);
}

test('typed search shows results and links to all of them', { tag: '@gate' }, async ({ page }) => {
  await page.goto('/en');
  await box(page).fill('tile');
  await expect(page.getByText(/^\d+ results$/)).toBeVisible();
  await expect(options(page).filter({ hasText: '#' }).first()).toBeVisible();
  const all = options(page).filter({ hasText: 'View all related' });
  const [count] = ((await all.textContent()) ?? '').match(/\d+/) ?? [];
  await all.click();
  await expect(page).toHaveURL(/\/en\/shop\?search=tile$/);
  await expect(title(page)).toHaveText('Results for “tile”');
  await expect(box(page)).toHaveValue('');
  await expect(page.getByText(`${count} items`, { exact: true })).toBeVisible();
  await expect(cards(page).first().locator('mark').first()).toHaveText(/tile/i);
});

for (const [written, lao] of [
  ['ນ້ຳ', 'as Lao writes it'],
  ['ນໍ້າ', 'with its letters apart'],
  ['น้ำ', 'in Thai'],
  ['water', 'in English'],
] as const) {
  test(`water is found ${lao}`, async ({ page }) => {
    await page.goto(`/la/shop?search=${encodeURIComponent(written)}`);
    await expect(cards(page).first()).toBeVisible();
  });
}

test('search by keyboard alone opens a product', { tag: '@gate' }, async ({ page }) => {
  await page.goto('/en');
  await box(page).focus();
  await page.keyboard.type('cement');
  await expect(options(page).filter({ hasText: 'View all related' })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('option', { selected: true })).toContainText('View all');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('option', { selected: true })).toContainText('#');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/en\/shop\/\d+$/);
});

test('Escape closes the list, and leaving does a moment later', async ({ page }) => {
  await page.goto('/en');
  await box(page).fill('tile');
  await expect(options(page).first()).toBeVisible();
  await box(page).press('Escape');
  await expect(options(page)).toHaveCount(0);
  await expect(box(page)).toHaveValue('tile');
  await box(page).press('ArrowDown');
  await expect(options(page).first()).toBeVisible();
  await page.mouse.click(5, 600);
  await expect(options(page)).toHaveCount(0);
});

test('a visitor’s searches are remembered here, and forgotten at will', async ({ page }) => {
  await page.goto('/en');
  for (const text of ['cement', 'tile']) {
    await box(page).fill(text);
    await box(page).press('Enter');
    await expect(title(page)).toHaveText(`Results for “${text}”`);
  }
  await box(page).click();
  const recent = page.getByRole('group', { name: 'Recent searches' }).getByRole('option');
  await expect(recent).toHaveText([/^tile/, /^cement/]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Delete');
  await expect(recent).toHaveText([/^cement/]);
  await page.getByRole('button', { name: 'Clear history' }).click();
  await expect(recent).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await box(page).click();
  await expect(recent).toHaveText([/^cement/]);
});

test('a customer’s searches are the account’s', async ({ page }) => {
  await shopper(page);
  await page.goto('/en');
  await box(page).fill('paint');
  const noted = page.waitForResponse(
    (response) =>
      response.url().includes('/api/auth/search-history') && response.request().method() === 'POST',
  );
  await box(page).press('Enter');
  expect((await noted).status()).toBe(201);
  await page.evaluate(() => localStorage.removeItem('heuan_searches'));
  await page.reload();
  await box(page).click();
  const recent = page.getByRole('group', { name: 'Recent searches' }).getByRole('option');
  await expect(recent).toHaveText([/^paint/]);
});

test('a list of hits narrows by its facets, and keeps its text', async ({ page }, { project }) => {
  await page.goto('/en/shop?search=tile');
  await expect(cards(page).first()).toBeVisible();
  const isPhone = project.name === 'phone';
  if (isPhone) await page.getByRole('button', { name: /^Filters/ }).click();
  const filters = isPhone
    ? page.getByRole('dialog', { name: 'Filters' })
    : page.getByRole('complementary', { name: 'Filters' });
  const brand = filters.getByRole('group', { name: 'Brand' }).getByRole('checkbox').first();
  await expect(brand).toBeVisible();
  await brand.click();
  if (isPhone) await filters.getByRole('button', { name: /^Show \d/ }).click();
  await expect(page).toHaveURL(/search=tile.*&brand=|brand=.*&search=tile/);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price_asc');
  await expect(page).toHaveURL(/sort=price_asc/);
  await page.getByRole('button', { name: 'Clear all' }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/\/en\/shop\?search=tile&sort=price_asc$/);
});

test('a first view of hits comes from the data in the page', async ({ page }) => {
  const calls = callsOf(page);
  await page.goto('/la/shop?q=tile', { waitUntil: 'networkidle' });
  await expect(cards(page).first()).toBeVisible();
  expect(calls).toEqual([]);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
});

test('in Arabic a found name keeps the order of its words', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'googtrans', value: '/auto/ar', url: baseURL ?? '' }]);
  await page.goto('/en/shop?search=water');
  const name = cards(page)
    .filter({ hasText: 'PVC water pipe 1/2 in blue 4 m' })
    .locator('bdi:has(> mark)');
  await expect(name.first()).toBeVisible();
  const after = () =>
    name.first().evaluate((whole) => {
      const start = (part: Node | null) => {
        const range = document.createRange();
        range.selectNodeContents(part as Node);
        return range.getClientRects()[0]?.left ?? 0;
      };
      const mark = whole.querySelector('mark');
      return start(mark) - start(mark?.previousSibling ?? null);
    });
  await expect.poll(after).toBeGreaterThan(0);
});

test('text without a letter or a figure finds nothing, without an error in the console', async ({
  page,
}) => {
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto('/en');
  for (const text of ['%%', '!!!!', 'กกกกก']) {
    await box(page).fill(text);
    await expect(page.getByText(`Nothing found for “${text}”`)).toBeVisible();
  }
  await page.goto('/en/shop?search=%25%25');
  await expect(page.locator('main').getByText('Nothing found for “%%”')).toBeVisible();
  expect(faults).toEqual([]);
});

test('search without results shows a message and links on', async ({ page }) => {
  await page.goto('/en/shop?search=qqqqxxxxzzzz');
  await expect(page.getByText('Nothing found for “qqqqxxxxzzzz”')).toBeVisible();
  await page.locator('main').getByRole('button', { name: 'Try again' }).click();
  await expect(box(page)).toBeFocused();
  await page.locator('main').getByRole('link', { name: 'Tiles & Flooring' }).click();
  await expect(page).toHaveURL(/category=2$/);
});

test('search down: the shop says so, offers the categories, and typing and history continue', async ({
  page,
}) => {
  await remember(page, 'cement');
  await takeDown(page);
  await page.goto('/en');
  await box(page).click();
  await expect(page.getByRole('option', { name: /^cement/ })).toBeVisible();
  await box(page).fill('some text');
  await expect(page.getByText('Search is not working right now')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Tiles & Flooring' }).first()).toBeVisible();
  await expect(box(page)).toHaveValue('some text');
  await box(page).press('Enter');
  await expect(title(page)).toHaveText('Results for “some text”');
  await expect(page.locator('main').getByText('Search is not working right now')).toBeVisible();
  await page.unroute(/\/api\/v1\/(search-product|keywork|suggetsearch)/);
  await page.locator('main').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Search is not working right now')).toHaveCount(0);
});

test('mobile panel has its own search', async ({ page }, { project }) => {
  test.skip(project.name !== 'phone', 'the panel is for phones');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/en');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('button', { name: 'Search', exact: true }).click();
  await panel.getByRole('textbox', { name: 'Search products' }).fill('  tile ');
  await expect(panel.getByText('View details').first()).toBeVisible();
  await axe(page);
  await panel.getByRole('button', { name: /^View all results/ }).click();
  await expect(page).toHaveURL(/\/en\/shop\?q=\+\+tile\+$/);
  await expect(title(page)).toHaveText('Results for “tile”');
});

const sights: Record<string, (page: Page) => Promise<void>> = {
  'what others search for': async (page) => {
    await box(page).click();
    await expect(options(page).first()).toBeVisible();
  },
  'the list under the box': async (page) => {
    await box(page).fill('tile');
    await expect(options(page).filter({ hasText: '#' }).first()).toBeVisible();
  },
  'a list of hits': async (page) => {
    await page.goto('/en/shop?search=tile');
    await expect(cards(page).first()).toBeVisible();
  },
  'a search that is down': async (page) => {
    await takeDown(page);
    await box(page).fill('another text');
    await expect(page.getByText('Search is not working right now')).toBeVisible();
  },
};

for (const theme of ['light', 'dark'] as const) {
  for (const [sight, show] of Object.entries(sights)) {
    test(`axe finds nothing serious in ${sight} in ${theme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await remember(page, 'cement');
      await page.goto('/en');
      await show(page);
      await axe(page);
    });
  }
}
