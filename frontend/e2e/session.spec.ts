import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { call, newPhone, PASSWORD, settled, shopper } from './shopper';
import { test } from './test';

const DRILL = 401008;
const CEMENT = 101002;

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 1024;
const prompt = (page: Page) => page.getByRole('dialog', { name: 'Please log in first' });
const cartButton = (page: Page) => page.locator('header').getByRole('button', { name: /^Cart: / });

/** Opens the account links: in the menu on a phone, in the account dropdown on a desktop. */
async function openAccount(page: Page) {
  if (isPhone(page)) await page.getByRole('button', { name: 'Open menu' }).click();
  else await page.getByRole('button', { name: 'My account' }).click();
}

async function register(page: Page) {
  await page.getByRole('textbox', { name: 'First name' }).fill('Noy');
  await page.getByRole('textbox', { name: 'Family name' }).fill('Keovongsa');
  await page.getByRole('textbox', { name: 'Phone number' }).fill(newPhone());
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
}

test('visitor is shown the login prompt, and the wanted product is in the cart afterwards', {
  tag: '@gate',
}, async ({ page }) => {
  await page.goto(`/en/shop/${DRILL}`);
  await page.getByRole('textbox', { name: 'Quantity' }).fill('2');
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
  await expect(prompt(page)).toBeVisible();
  await prompt(page).getByRole('link', { name: 'Create account' }).click();
  await page.reload();
  await register(page);
  await expect(page).toHaveURL(new RegExp(`/en/shop/${DRILL}$`));
  await expect(cartButton(page)).toHaveAccessibleName(/Cart: 1 item/);
  const { lines } = await call(page, 'GET', '/api/auth/cart');
  expect(lines).toMatchObject([{ pro_id: DRILL, quantity: 2 }]);
});

test('login prompt that is closed drops the pending action', async ({ page }) => {
  await page.goto(`/en/shop/${DRILL}`);
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
  await prompt(page).getByRole('button', { name: 'Not now' }).click();
  await expect(prompt(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Add to cart', exact: true })).toBeFocused();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('heuan_intent'))).toBeNull();
});

test('the account knows a customer by name and phone, and logs out', { tag: '@gate' }, async ({
  page,
  context,
}) => {
  await shopper(page, { [CEMENT]: 1 });
  await page.goto('/en');
  await expect(cartButton(page)).toHaveAccessibleName(/Cart: 1 item/);
  const other = await context.newPage();
  await other.goto('/en');
  await expect(cartButton(other)).toHaveAccessibleName(/Cart: 1 item/);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(new URL(request.url()).pathname);
  });
  await openAccount(page);
  await expect(page.getByText('Bounmy Keovongsa')).toBeVisible();
  const account = isPhone(page) ? page.locator('dialog[open]') : page.locator('header');
  await expect(account.locator('bdi').getByText(/^020 /).first()).toBeVisible();
  for (const name of ['My profile', 'My orders']) {
    await expect(page.getByRole('link', { name })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.locator('[data-toast]')).toContainText('You have been logged out');
  await expect(page.locator('header').getByText('1', { exact: true })).toHaveCount(0);
  expect(calls).toEqual(['/api/auth/log', '/api/auth/logout']);
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept.filter((key) => /cart|wishlist|token|intent/.test(key))).toEqual([]);
  await expect(cartButton(other)).toHaveAccessibleName(/Cart: 0 items/);
});

test('a failed logout says so and changes nothing', async ({ page }) => {
  await shopper(page, { [CEMENT]: 1 });
  await page.goto('/la');
  await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 500, json: {} }));
  if (isPhone(page)) await page.locator('header button').first().click();
  else await page.getByRole('button', { name: 'ບັນຊີຂອງຂ້ອຍ' }).click();
  await page.getByRole('button', { name: 'ອອກຈາກລະບົບ' }).click();
  await expect(page.locator('[data-toast]')).toContainText('ເກີດຂໍ້ຜິດພາດໃນການອອກຈາກລະບົບ');
  expect((await call(page, 'GET', '/api/auth/cart')).lines).toHaveLength(1);
});

test('API token refused: a new one is fetched and the click takes effect', async ({ page }) => {
  await shopper(page);
  await page.goto(`/en/shop/${CEMENT}`);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('heuan_api_token')))
    .not.toBe(null);
  await page.evaluate(() => {
    const stored = { token: 'v1.spoiled', expires: Date.now() + 1e6 };
    localStorage.setItem('heuan_api_token', JSON.stringify(stored));
  });
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
  await expect(page.locator('[data-toast]')).toContainText('Added to the cart');
  await expect.poll(async () => (await call(page, 'GET', '/api/auth/cart')).lines).toHaveLength(1);
});

test('session ended: login is required and the pending action is carried out', async ({ page }) => {
  await shopper(page);
  await page.goto(`/en/shop/${CEMENT}`);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('heuan_api_token')))
    .not.toBe(null);
  await settled(page);
  await page.context().clearCookies({ name: 'heuan_session' });
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
  await expect(prompt(page)).toBeVisible();
  await expect(cartButton(page)).toHaveCount(1);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('heuan_intent')))
    .toContain(`${CEMENT}`);
});

test('forged customer cookie: the visitor stays signed out', async ({ page, baseURL }) => {
  await page.context().addCookies([{ name: 'cus_id', value: '100001', url: baseURL ?? '' }]);
  await page.goto('/en');
  await openAccount(page);
  await expect(page.getByRole('link', { name: 'Log in' }).last()).toBeVisible();
  await expect(page.getByText('My orders')).toHaveCount(0);
});

test('axe finds nothing in the prompt and the account', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`/en/shop/${CEMENT}`);
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
  await expect(prompt(page)).toBeVisible();
  expect((await new AxeBuilder({ page }).include('dialog[open]').analyze()).violations).toEqual([]);
  await prompt(page).getByRole('button', { name: 'Close' }).click();
  await openAccount(page);
  await expect(page.getByRole('link', { name: 'Log in' }).last()).toBeVisible();
  const account = isPhone(page) ? 'dialog[open]' : 'header';
  expect((await new AxeBuilder({ page }).include(account).analyze()).violations).toEqual([]);
});
