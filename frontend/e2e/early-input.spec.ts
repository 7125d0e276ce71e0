import { expect, type Page } from '@playwright/test';
import { test } from './test';
import { waitForHydration } from './wait-for-hydration';

// With `HEUAN_EDGE__SSR=false` there is nothing to click before the scripts have loaded.
test.skip(process.env.HEUAN_EDGE__SSR === 'false');

// A busy shop retries a missed rendering after 15 s.
test.describe.configure({ timeout: 240_000 });

const SCRIPTS = '**/assets/*.js';
const search = (page: Page) => page.getByRole('combobox', { name: 'Search products' });

/** Opens a page whose scripts are held back until the returned function is called. */
async function openHeld(page: Page, address: string, held = SCRIPTS): Promise<() => void> {
  let release = () => {};
  const isHeld = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(held, async (route) => {
    await isHeld;
    await route.continue();
  });
  // Server-rendered HTML is created by the first visit, which may not get it yet.
  await expect(async () => {
    const answer = await page.goto(address, { waitUntil: 'commit' });
    expect(await answer?.text()).not.toContain('<div id="root"></div>');
  }).toPass();
  return release;
}

test('search box focused before hydration opens its list', async ({ page }) => {
  const release = await openHeld(page, '/en');
  await search(page).click();
  release();
  await expect(page.getByRole('option').first()).toBeVisible();
});

test('text typed before hydration is searched', async ({ page }) => {
  const release = await openHeld(page, '/en');
  await search(page).fill('saw');
  release();
  await expect(page.getByText(/^\d+ results$/)).toBeVisible();
  await expect(search(page)).toHaveValue('saw');
});

test('search submitted before hydration goes to its results', async ({ page }) => {
  const release = await openHeld(page, '/en');
  await search(page).fill('saw');
  await search(page).press('Enter');
  release();
  await expect(page).toHaveURL(/\/en\/shop\?search=saw$/);
});

test('quantity typed before hydration counts', async ({ page }) => {
  const release = await openHeld(page, '/en/shop/1203001');
  await page.getByRole('textbox', { name: 'Quantity' }).fill('2');
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
  release();
  await expect(page.getByRole('dialog', { name: 'Please log in first' })).toBeVisible();
  const intent = () => page.evaluate(() => localStorage.getItem('heuan_intent'));
  await expect.poll(intent).toContain('"quantity":2');
  await expect(page.getByText('₭9,300,000')).toBeVisible();
});

test('press that begins before hydration and ends after it counts', { tag: '@gate' }, async ({
  page,
}) => {
  const release = await openHeld(page, '/en/shop/1203001');
  await page.getByRole('textbox', { name: 'Quantity' }).fill('2');
  await page.getByRole('button', { name: 'Add to cart', exact: true }).hover();
  await page.mouse.down();
  release();
  await waitForHydration(page);
  await expect(page.getByText('₭9,300,000')).toBeVisible();
  await page.mouse.up();
  await expect(page.getByRole('dialog', { name: 'Please log in first' })).toBeVisible();
});

test('sort order chosen before hydration is applied', async ({ page }) => {
  const release = await openHeld(page, '/en/shop');
  await page.getByLabel('Sort by').selectOption('newest');
  release();
  await expect(page).toHaveURL(/\/en\/shop\?sort=newest$/);
});

test('filter chosen before hydration is set', async ({ page, viewport }) => {
  test.skip((viewport?.width ?? 0) < 1024, 'on a phone they stand in a sheet');
  const release = await openHeld(page, '/en/shop');
  await page.getByRole('complementary', { name: 'Filters' }).getByLabel('In stock').click();
  release();
  await expect(page).toHaveURL(/\/en\/shop\?in_stock=true$/);
});

test('branch finder link pressed during hydration opens the finder', async ({ page }) => {
  // The router has read the address; it listens once the messages have loaded too.
  const release = await openHeld(page, '/en', '**/assets/en-*.js');
  await page.waitForFunction(() => '__TSR_key' in (history.state ?? {}));
  await page.getByRole('link', { name: 'Find a store' }).first().click();
  await expect(page).toHaveURL(/\/en#stores$/);
  release();
  await expect(page.getByRole('dialog', { name: 'Find a store' })).toBeVisible();
});
