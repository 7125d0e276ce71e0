import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { call, newPhone, PASSWORD, shopper } from './shopper';
import { test } from './test';

const CEMENT = 101002;
const BULB = 806001;
const SOFA = 1203001;

const likedBy = async (page: Page): Promise<number[]> =>
  (await call(page, 'GET', '/api/auth/wishlist')).map(({ pro_id }: { pro_id: number }) => pro_id);

const heart = (page: Page, name: string) =>
  page
    .locator('main')
    .getByRole('button', { name: `Add to wishlist: ${name}` })
    .first();
const toast = (page: Page) => page.locator('[data-toast]');

async function openWishlist(page: Page): Promise<Locator> {
  await page
    .locator('header')
    .getByRole('button', { name: /^Wishlist: / })
    .click();
  const drawer = page.getByRole('dialog', { name: 'Wishlist' });
  await expect(drawer).toBeVisible();
  return drawer;
}

test('a visitor’s hearts stay in the browser and become the account’s at login', {
  tag: '@gate',
}, async ({ page }) => {
  await page.goto(`/en/shop/${SOFA}`);
  await heart(page, 'Burlap sofa').click();
  await expect(heart(page, 'Burlap sofa')).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/en/shop');
  await heart(page, 'Portland cement type I 50 kg').click();
  await expect(heart(page, 'Portland cement type I 50 kg')).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(heart(page, 'Portland cement type I 50 kg')).toHaveAttribute('aria-pressed', 'true');
  const drawer = await openWishlist(page);
  await expect(drawer.getByRole('listitem')).toHaveCount(2);
  await expect(drawer.getByText('In stock: 18 piece')).toBeVisible();
  await drawer.getByRole('button', { name: 'Add all to cart' }).click();
  const prompt = page.getByRole('dialog', { name: 'Please log in first' });
  await prompt.getByRole('link', { name: 'Create account' }).click();
  await page.getByRole('textbox', { name: 'First name' }).fill('Noy');
  await page.getByRole('textbox', { name: 'Family name' }).fill('Keovongsa');
  await page.getByRole('textbox', { name: 'Phone number' }).fill(newPhone());
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/en\/shop$/);
  await expect.poll(() => likedBy(page)).toEqual([CEMENT, SOFA]);
  await expect.poll(async () => (await call(page, 'GET', '/api/auth/cart')).lines).toHaveLength(2);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('heuan_wishlist'))).toBeNull();
});

test('a visitor’s hearts are merged by one of two tabs', async ({ page, context }) => {
  await page.goto(`/en/shop/${SOFA}`);
  await heart(page, 'Burlap sofa').click();
  await expect(heart(page, 'Burlap sofa')).toHaveAttribute('aria-pressed', 'true');
  const other = await context.newPage();
  await other.goto('/en');
  const merged: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route('**/api/auth/wishlist/*', async (route) => {
    merged.push(new URL(route.request().url()).pathname);
    await released;
    await route.continue();
  });
  const isCustomer = other.waitForRequest('**/api/auth/wishlist');
  await page.goto('/en/account/register');
  await page.getByRole('textbox', { name: 'First name' }).fill('Noy');
  await page.getByRole('textbox', { name: 'Family name' }).fill('Keovongsa');
  await page.getByRole('textbox', { name: 'Phone number' }).fill(newPhone());
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await isCustomer;
  // The other tab waits for the tab that merges.
  const isWaited = () =>
    other.evaluate(async () => {
      const { held = [], pending = [] } = await navigator.locks.query();
      const merging = held.find(({ name }) => name === 'heuan_merge');
      return pending.some(
        ({ name, clientId }) => name === 'heuan_merge' && clientId !== merging?.clientId,
      );
    });
  await expect.poll(isWaited).toBe(true);
  release();
  await expect(page).not.toHaveURL(/register/);
  await expect.poll(() => likedBy(page)).toEqual([SOFA]);
  await expect.poll(isWaited).toBe(false);
  expect(merged).toEqual([`/api/auth/wishlist/${SOFA}`]);
});

test('the drawer puts one into the cart, and takes one out when confirmed', {
  tag: '@gate',
}, async ({ page }) => {
  await shopper(page);
  for (const id of [CEMENT, BULB]) await call(page, 'PUT', `/api/auth/wishlist/${id}`);
  await page.goto('/en');
  const drawer = await openWishlist(page);
  const cement = drawer.getByRole('listitem').filter({ hasText: 'Portland cement' });
  await cement.getByRole('button', { name: /^Add / }).click();
  await expect(cement.getByText('In cart')).toBeVisible();
  await expect(cement.getByRole('button', { name: /^Add / })).toHaveCount(0);
  await cement.getByRole('button', { name: /^Delete / }).click();
  await expect(cement.getByText('Delete this item?')).toBeVisible();
  await cement.getByRole('button', { name: 'Cancel' }).click();
  await expect(cement).toBeVisible();
  await cement.getByRole('button', { name: /^Delete / }).click();
  await cement.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(drawer.getByRole('listitem')).toHaveCount(1);
  await expect.poll(() => likedBy(page)).toEqual([BULB]);
});

test('all go into the cart at once, and all out of the list', { tag: '@gate' }, async ({
  page,
}) => {
  await shopper(page, { [BULB]: 1 });
  for (const id of [CEMENT, BULB, SOFA]) await call(page, 'PUT', `/api/auth/wishlist/${id}`);
  await page.goto('/en');
  const drawer = await openWishlist(page);
  await drawer.getByRole('button', { name: 'Add all to cart' }).click();
  await expect(toast(page)).toContainText('2 items added to the cart');
  await expect(toast(page)).toContainText('1 skipped');
  await expect(drawer.getByText('In cart')).toHaveCount(3);
  await drawer.getByRole('button', { name: 'Delete all' }).click();
  await drawer.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(drawer.getByRole('heading', { name: 'Your wishlist is empty' })).toBeVisible();
  await expect(toast(page).last()).toContainText('The whole wishlist has been deleted');
  await expect.poll(() => likedBy(page)).toEqual([]);
  await drawer.getByRole('link', { name: 'Shop now' }).click();
  await expect(page).toHaveURL(/\/en\/shop$/);
});

test('refused wishlist change is reverted', async ({ page }) => {
  await shopper(page);
  await page.route('**/api/auth/wishlist/*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/en/shop/${SOFA}`);
  await expect(page.locator('header').getByRole('button', { name: /^Wishlist/ })).toBeVisible();
  await heart(page, 'Burlap sofa').click();
  await expect(toast(page)).toContainText('Could not add it to the wishlist');
  await expect(heart(page, 'Burlap sofa')).toHaveAttribute('aria-pressed', 'false');
});

test('the Lao drawer asks in Lao, and axe finds nothing in it', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await shopper(page);
  await call(page, 'PUT', `/api/auth/wishlist/${SOFA}`);
  await page.goto('/la');
  await page.locator('header button:has(svg.lucide-heart)').click();
  const drawer = page.locator('dialog[open]');
  await drawer.locator('li button[aria-expanded]').click();
  await expect(drawer.getByText('ຢືນຢັນການລຶບລາຍການນີ້?')).toBeVisible();
  expect((await new AxeBuilder({ page }).include('dialog[open]').analyze()).violations).toEqual([]);
  await drawer.locator('.bg-err').click();
  await expect(drawer.getByText('ຍັງບໍ່ມີລາຍການທີ່ມັກ')).toBeVisible();
});
