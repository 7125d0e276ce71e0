import { expect, type Page } from '@playwright/test';
import { callsOf } from './api-calls';
import { overflowOf } from './overflow-of';
import { scrollToLast } from './scroll-to-last';
import { test } from './test';
import { waitForHydration } from './wait-for-hydration';

const hasSheet = (page: Page) => (page.viewportSize()?.width ?? 0) < 1024;

/** Sets a filter: beside the list on a desktop, in the sheet on a phone. */
async function filter(page: Page, label: string) {
  if (hasSheet(page)) {
    await page.getByRole('button', { name: /^Filters/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByLabel(label).click();
    await sheet.getByRole('button', { name: /^Show \d/ }).click();
    await expect(sheet).toBeHidden();
  } else {
    await page.getByRole('complementary', { name: 'Filters' }).getByLabel(label).click();
  }
}

const cards = (page: Page) => page.locator('main article');
const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' });

for (const path of ['/la/shop?category=2&group=201&page=2', '/en/shop/1203001']) {
  test(`${path} is whole at once, from the data in the page`, async ({ page }) => {
    const calls = callsOf(page);
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(calls).toEqual([]);
    expect(faults).toEqual([]);
    const overflow = await overflowOf(page);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}

test(
  'filters live in the address: reload and the back button keep them',
  { tag: '@gate' },
  async ({ page }, { project }) => {
    await page.goto('/en/shop');
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText('All products');

    await filter(page, 'Tiles & Flooring');
    await expect(page).toHaveURL(/\/en\/shop\?category=2$/);
    await expect(title).toHaveText('Tiles & Flooring');
    await filter(page, 'Floor Tiles');
    await expect(page).toHaveURL(/category=2&group=201$/);
    await filter(page, 'In stock');
    await expect(page).toHaveURL(/category=2&group=201&in_stock=true$/);
    await expect(title).toHaveText('Floor Tiles');
    // On phones, category and group are the page's own; desktops have a chip for the group.
    await expect(chips(page).getByRole('listitem').filter({ visible: true })).toHaveCount(
      project.name === 'phone' ? 2 : 3,
    );

    await page.reload();
    await expect(title).toHaveText('Floor Tiles');
    await page.getByRole('button', { name: 'Remove “In stock”' }).filter({ visible: true }).click();
    await expect(page).toHaveURL(/category=2&group=201$/);
    await expect(title).toBeFocused();

    await page.goBack();
    await expect(page).toHaveURL(/in_stock=true$/);
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(/\/en\/shop\?category=2$/);
    await expect(title).toHaveText('Tiles & Flooring');
  },
);

test('the order of the list is in the address', async ({ page }) => {
  await page.goto('/en/shop?category=2');
  await waitForHydration(page);
  await page.getByLabel('Sort by').selectOption('price_asc');
  await expect(page).toHaveURL(/category=2&sort=price_asc$/);
  const prices = async () =>
    (await cards(page).locator('b').allTextContents()).map((text) =>
      Number(text.replace(/[^\d.]/g, '')),
    );
  await expect
    .poll(async () => {
      const shown = await prices();
      return shown.every((price, index) => index === 0 || price >= (shown[index - 1] ?? 0));
    })
    .toBe(true);
});

test('price range in the wrong order is explained; boxes and slider set the range', async ({
  page,
}) => {
  await page.goto('/en/shop?category=2');
  await waitForHydration(page);
  if (hasSheet(page)) await page.getByRole('button', { name: /^Filters/ }).click();
  const box = (name: string) =>
    page.getByRole('textbox', { name, exact: true }).filter({ visible: true });
  const [lowest, highest] = [box('Lowest'), box('Highest')];

  await lowest.fill('300,000');
  await highest.fill('60 000');
  await highest.press('Enter');
  await expect(page.getByText('must not be below the lowest')).toBeVisible();
  await expect(highest).toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveURL(/\?category=2$/);

  await lowest.fill('50.000');
  await highest.press('Enter');
  await expect(page).toHaveURL(/category=2&min_price=50000&max_price=60000$/);

  if (hasSheet(page)) return;
  const thumb = page.getByRole('slider', { name: 'Highest' }).filter({ visible: true });
  await expect(thumb).toHaveAttribute('aria-valuetext', '₭60,000');
  await thumb.press('ArrowRight');
  await expect(page).toHaveURL(/category=2&min_price=50000&max_price=80000$/);
  await expect(highest).toHaveValue('80,000');
  // Of two thumbs near each other, the pointer takes the one that it is over.
  const track = page.locator('.price-slider').filter({ visible: true });
  const at = async (share: number) => {
    const box = await track.boundingBox();
    if (!box) throw new Error('the price slider is not shown');
    const { x, y, width, height } = box;
    return [x + 22 + share * (width - 44), y + height / 2] as const;
  };
  const low = page.getByRole('slider', { name: 'Lowest' }).filter({ visible: true });
  const last = Number(await low.getAttribute('max'));
  await page.mouse.move(...(await at(Number(await low.inputValue()) / last)));
  await page.mouse.down();
  await page.mouse.move(...(await at(0)), { steps: 5 });
  await page.mouse.up();
  await expect(page).toHaveURL(/category=2&max_price=80000$/);
  await thumb.press('End');
  await expect(page).toHaveURL(/category=2$/);

  // Two thumbs on one stop can be pulled apart either way.
  for (const [towards, url] of [
    [0, /category=2&max_price=100000$/],
    [1, /category=2&min_price=100000$/],
  ] as const) {
    await page.goto('/en/shop?category=2&min_price=100000&max_price=100000');
    await page.mouse.move(...(await at(Number(await low.inputValue()) / last)));
    await page.mouse.down();
    await page.mouse.move(...(await at(towards)), { steps: 5 });
    await page.mouse.up();
    await expect(page).toHaveURL(url);
  }
});

test('each filter shows how many products it leaves', async ({ page }) => {
  await page.goto('/en/shop?category=2&min_price=60000&max_price=280000');
  await waitForHydration(page);
  const isPhone = hasSheet(page);
  if (isPhone) await page.getByRole('button', { name: /^Filters/ }).click();
  const filters = isPhone
    ? page.getByRole('dialog', { name: 'Filters' })
    : page.getByRole('complementary', { name: 'Filters' });
  for (const choice of ['Floor Tiles', 'In stock']) {
    const row = filters.locator('label', { hasText: choice });
    const count = await row.locator('.num').textContent();
    await row.click();
    if (isPhone)
      await expect(filters.getByRole('button', { name: `Show ${count} ` })).toBeVisible();
    else await expect(page.locator('main h2.num')).toHaveText(`${count} items`);
  }
  await expect(filters.getByRole('group', { name: 'Brand' }).getByRole('checkbox')).not.toHaveCount(
    0,
  );
});

test('list loads three pages by itself, and survives a visit to a product', {
  tag: '@gate',
}, async ({ page }) => {
  await page.goto('/en/shop?category=2');
  await waitForHydration(page);
  await expect(cards(page)).toHaveCount(24);
  await scrollToLast(page, 48);
  // The last of these may already have requested the third page.
  await expect(page).toHaveURL(/page=[23]$/);
  await scrollToLast(page, 72);
  await expect(page).toHaveURL(/page=3$/);
  await page.getByRole('link', { name: 'Show 13 more' }).click();
  await expect(cards(page)).toHaveCount(85);
  await expect(page).toHaveURL(/page=4$/);
  await expect(page.getByText('All products shown')).toBeVisible();
  await expect(cards(page).nth(72).getByRole('link')).toBeFocused();

  const late = cards(page).nth(74);
  await late.scrollIntoViewIfNeeded();
  // The scroll event arrives with the next frame.
  await late.evaluate(() => new Promise(requestAnimationFrame));
  await late.evaluate(() => new Promise(requestAnimationFrame));
  const before = await page.evaluate(() => window.scrollY);
  await late.getByRole('link').click();
  await expect(page.locator('main h1')).toBeVisible();
  await expect(page.locator('main')).toBeFocused();
  await page.goBack();
  await expect(cards(page)).toHaveCount(85);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeCloseTo(before, -2);

  await page.reload();
  await expect(cards(page)).toHaveCount(85);
});

test('a grown list keeps its place through a reload', async ({ page }) => {
  await page.goto('/en/shop?category=2');
  await waitForHydration(page);
  for (const count of [48, 72]) await scrollToLast(page, count);
  const scrolled = () => page.evaluate(() => window.scrollY);
  await cards(page).nth(66).scrollIntoViewIfNeeded();
  const before = await scrolled();
  await page.reload();
  await expect(cards(page)).toHaveCount(72);
  await expect.poll(scrolled).toBeCloseTo(before, -2);
});

test('the back button closes the filters of a phone, and leaves those that were applied', async ({
  page,
}) => {
  test.skip(!hasSheet(page), 'the filters stand beside the list');
  await page.goto('/en/contact');
  await page.goto('/en/shop?category=2');
  await waitForHydration(page);
  const open = page.getByRole('button', { name: /^Filters/ });
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await open.click();
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/\/en\/shop\?category=2$/);
  await open.click();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();
  await filter(page, 'In stock');
  await expect(page).toHaveURL(/in_stock=true/);
  await page.goBack();
  await expect(page).toHaveURL(/\/en\/shop\?category=2$/);
  await expect(sheet).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/en\/contact$/);
});

test('a link to a later page shows that page, and the way to what is before', async ({ page }) => {
  await page.goto('/en/shop?category=2&group=201&page=2');
  await expect(cards(page)).toHaveCount(4);
  await page.getByRole('link', { name: 'Show earlier products' }).click();
  await expect(page).toHaveURL(/group=201$/);
  await expect(cards(page)).toHaveCount(24);
});

test('a page past the end and a list without products say what to do', async ({ page }) => {
  await page.goto('/en/shop?category=2&group=201&page=9');
  await expect(page.getByRole('status').filter({ hasText: 'shown' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Go to the first page' }).click();
  await expect(cards(page)).toHaveCount(24);

  await page.goto('/en/shop?category=2&min_price=1&max_price=2');
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
  const remove = page.getByRole('button', { name: 'Remove “1–2 kip”' });
  await remove.filter({ hasText: 'Remove' }).click();
  await expect(cards(page)).toHaveCount(24);
});

test('product list that fails shows an error and retries', async ({ page }) => {
  await page.goto('/en/shop');
  await page.route('**/api/v1/product?*', (route) =>
    route.fulfill({ status: 500, json: { status: 500, code: 'internal', success: false } }),
  );
  await page.getByLabel('Sort by').selectOption('newest');
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await page.unroute('**/api/v1/product?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(cards(page)).toHaveCount(24);
});

test('the view is kept in the address', async ({ page, viewport }) => {
  test.skip((viewport?.width ?? 0) > 1000, 'the switch is for small screens');
  await page.goto('/en/shop');
  await page.getByRole('button', { name: 'View as a list' }).click();
  await expect(page).toHaveURL(/view=list$/);
  await page.getByRole('button', { name: 'View as a grid' }).click();
  await expect(page).toHaveURL(/\/en\/shop$/);
});
