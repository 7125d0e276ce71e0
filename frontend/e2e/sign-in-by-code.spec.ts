import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { canMakeStaff, member } from './chat-helpers';
import { codeFor, confirmIdentifier, prompt, signInByCode } from './code-helpers';
import { call, confirm, fillAddress, newPhone, PASSWORD, placeOrder, shopper } from './shopper';
import { test } from './test';
import { inColorScheme } from './wait-for-animations';

test.skip(!canMakeStaff, 'needs a shop it can make staff for');

const DRILL = 401008;
const cartButton = (page: Page) => page.locator('header').getByRole('button', { name: /^Cart: / });

test('first product costs two fields and no page change, and is in the cart afterwards', {
  tag: '@gate',
}, async ({ page, browser }) => {
  const clerk = await member(browser, 'Chantha');
  const phone = newPhone();
  await page.goto(`/en/shop/${DRILL}`);
  await page.getByRole('textbox', { name: 'Quantity' }).fill('2');
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
  await signInByCode(page, phone, () => codeFor(clerk, phone));
  await expect(prompt(page)).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/en/shop/${DRILL}$`));
  await expect(cartButton(page)).toHaveAccessibleName(/Cart: 1 item/);
  const { lines } = await call(page, 'GET', '/api/auth/cart');
  expect(lines).toMatchObject([{ pro_id: DRILL, quantity: 2 }]);
  await clerk.context().close();
});

test('name is asked before the first order of an account that was made by a code', async ({
  page,
  browser,
}) => {
  const clerk = await member(browser, 'Chantha');
  const phone = newPhone();
  await page.goto(`/en/shop/${DRILL}`);
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
  await signInByCode(page, phone, () => codeFor(clerk, phone));
  await expect(cartButton(page)).toHaveAccessibleName(/Cart: 1 item/);
  await page.goto('/en/checkout');
  await page.getByRole('textbox', { name: 'First name' }).fill('Noy');
  await page.getByRole('textbox', { name: 'Family name' }).fill('Keovongsa');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await fillAddress(page);
  await confirm(page);
  await expect(page.getByRole('heading', { level: 1, name: /^Order #/ })).toBeVisible();
  await clerk.context().close();
});

test('forgotten password is replaced by a code that was sent @gate', async ({ page, browser }) => {
  const clerk = await member(browser, 'Chantha');
  const phone = await shopper(page);
  await confirmIdentifier(page, clerk, phone);
  await page.context().clearCookies();
  await page.goto('/en/account/reset');
  await page.getByRole('textbox', { name: 'Phone number or e-mail' }).fill(phone);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page
    .getByRole('textbox', { name: 'Code of six digits' })
    .fill(await codeFor(clerk, phone, 'reset'));
  await page.getByLabel('New password', { exact: true }).fill('another good password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page).toHaveURL(/\/en\/account\/login/);
  await clerk.context().close();
});

test('number that another person registered opens a new account for its owner, and the maker keeps theirs', {
  tag: '@gate',
}, async ({ page, browser, baseURL }) => {
  const clerk = await member(browser, 'Chantha');
  const maker = await (await browser.newContext({ baseURL })).newPage();
  const phone = await shopper(maker);
  await placeOrder(maker);

  await page.goto(`/en/shop/${DRILL}`);
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
  await signInByCode(page, phone, () => codeFor(clerk, phone));
  await expect(prompt(page).getByText(/^An account was registered with/)).toBeVisible();
  await prompt(page).getByRole('button', { name: 'It isn’t mine: start a new account' }).click();
  await expect(prompt(page)).toBeHidden();
  expect(await call(page, 'GET', '/api/auth/orders')).toHaveLength(0);
  expect((await call(page, 'GET', '/api/auth/profile')).fname).toBe('');

  expect(await call(maker, 'GET', '/api/auth/orders')).toHaveLength(1);
  await maker.goto('/en/account/profile');
  await expect(maker.getByText(/^Another person has confirmed your phone number/)).toBeVisible();
  await maker.context().close();
  await clerk.context().close();
});

test('customer who registered with a password keeps the account at the first code', async ({
  page,
  browser,
}) => {
  const clerk = await member(browser, 'Chantha');
  const phone = await shopper(page);
  await placeOrder(page);
  await page.context().clearCookies();
  await page.goto(`/en/shop/${DRILL}`);
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
  await signInByCode(page, phone, () => codeFor(clerk, phone));
  await prompt(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await prompt(page).getByRole('button', { name: 'Log in to this account' }).click();
  await expect(prompt(page)).toBeHidden();
  expect(await call(page, 'GET', '/api/auth/orders')).toHaveLength(1);
  expect((await call(page, 'GET', '/api/auth/profile')).phone_verified).toBe(true);
  await clerk.context().close();
});

test('customer takes their data along and closes the account, once no order is open', async ({
  page,
}) => {
  const phone = await shopper(page);
  const { order_id } = await placeOrder(page);
  await page.goto('/en/account/profile');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  expect((await download).suggestedFilename()).toBe('my-data.zip');

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete my account' });
  await dialog.getByRole('button', { name: 'Use a password instead' }).click();
  await dialog.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(dialog.getByText(/You have open orders/)).toBeVisible();
  await call(page, 'POST', `/api/auth/orders/${order_id}/cancel`);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.locator('[data-toast]')).toContainText('Your account is being deleted');
  await expect(page).toHaveURL(/\/en\/?$/);
  const login = await page.request.post('/api/auth/login', {
    data: { identifier: phone, password: PASSWORD },
    headers: { 'x-api-access-token': await apiToken(page) },
  });
  expect(login.status()).toBe(401);
});

test('dialog with the code passes axe, light and dark, and is worked by the keyboard', async ({
  page,
}) => {
  await page.goto(`/en/shop/${DRILL}`);
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
  const identifier = prompt(page).getByRole('textbox', { name: 'Phone number or e-mail' });
  await identifier.fill(newPhone());
  await identifier.press('Enter');
  await expect(prompt(page).getByRole('textbox', { name: 'Code of six digits' })).toBeFocused();
  await expect(prompt(page).getByRole('button', { name: /^New code in/ })).toBeDisabled();
  for (const theme of ['light', 'dark'] as const) {
    await inColorScheme(page, theme);
    const { violations } = await new AxeBuilder({ page }).include('dialog[open]').analyze();
    expect(
      violations.map(({ id }) => id),
      theme,
    ).toEqual([]);
  }
  await page.keyboard.press('Escape');
  await expect(prompt(page)).toBeHidden();
});

async function apiToken(page: Page): Promise<string> {
  const key = { authorization: 'Bearer heuan-demo-key' };
  const token = await (await page.request.post('/api/api-token', { headers: key })).json();
  return token.data.token;
}
