import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Page } from '@playwright/test';
import { canMakeStaff, member } from './chat-helpers';
import { call, newPhone, PASSWORD, shopper } from './shopper';
import { test } from './test';
import { inColorScheme } from './wait-for-animations';

test.skip(!canMakeStaff, 'needs a shop it can make staff for');

async function clerkLike(page: Page, browser: Browser): Promise<Page> {
  const clerk = await member(browser, 'Chantha');
  await clerk.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
  await clerk.emulateMedia({ reducedMotion: 'reduce' });
  return clerk;
}

const finder = (clerk: Page) => clerk.getByRole('combobox', { name: 'Product or code' });
const total = (clerk: Page) => clerk.getByRole('region', { name: 'Total', exact: true });
const placeButton = (clerk: Page) =>
  clerk.getByRole('button', { name: /^Place the order/ }).filter({ visible: true });

async function openNewOrder(clerk: Page): Promise<void> {
  await clerk.goto('/en/staff/orders/new');
  await expect(finder(clerk)).toBeFocused();
}

test('an order on the phone is taken by keyboard and appears in the account of a new customer', {
  tag: '@gate',
}, async ({ page, browser }) => {
  const phone = newPhone();
  const clerk = await clerkLike(page, browser);
  await openNewOrder(clerk);
  // A code adds a line, and the same code again one more unit.
  for (let unit = 0; unit < 2; unit++) {
    await finder(clerk).fill('401011');
    await finder(clerk).press('Enter');
    await expect(finder(clerk)).toHaveValue('');
  }
  const lines = clerk.getByRole('list', { name: 'Items' });
  await expect(lines.getByRole('listitem')).toHaveCount(1);
  await expect(lines.getByRole('textbox')).toHaveValue('2');
  // A text adds the product that an arrow key has selected.
  await finder(clerk).fill('cement');
  await expect(clerk.getByRole('option').first()).toBeVisible();
  await finder(clerk).press('ArrowDown');
  await finder(clerk).press('ArrowUp');
  await finder(clerk).press('Enter');
  await expect(lines.getByRole('listitem')).toHaveCount(2);

  const customers = clerk.getByRole('combobox', { name: 'Phone or name' });
  await customers.fill(phone);
  await expect(clerk.getByRole('option', { name: 'New customer' })).toBeVisible();
  await customers.press('Enter');
  const form = clerk.getByRole('form', { name: 'New customer' });
  await expect(form.getByLabel('Phone')).toHaveValue(phone);
  await form.getByLabel('First name').fill('Somphone');
  await form.getByLabel('First name').press('Enter');
  await expect(clerk.getByRole('link', { name: 'Somphone' })).toBeVisible();

  await clerk.getByLabel('Province').selectOption({ label: 'Vientiane Capital' });
  await clerk.getByLabel('District').selectOption({ label: 'Xaythany' });
  await clerk.getByLabel('Village').fill('Dongdok');
  await clerk.getByLabel('Discount, kip').fill('5,000');
  await clerk.getByLabel('Reason for the discount').fill('Old customer');
  await expect(total(clerk)).toContainText('5,000');
  // A reload keeps what was entered.
  await clerk.reload();
  await expect(lines.getByRole('listitem')).toHaveCount(2);
  await expect(clerk.getByLabel('Reason for the discount')).toHaveValue('Old customer');
  await expect(placeButton(clerk)).toContainText('₭');
  await clerk.keyboard.press('Control+Enter');
  await expect(clerk).toHaveURL(/\/staff\/orders\/[a-z0-9]{26}$/);
  await expect(clerk.locator('.o-head')).toContainText('taken by Chantha');
  await expect(clerk.locator('.o-body')).toContainText('Discount: Old customer');
  const number = (await clerk.getByRole('heading', { level: 1 }).textContent()) ?? '';

  // The customer has no password yet; a reset code sets one.
  const profile = clerk.getByRole('link', { name: 'Somphone', exact: true });
  const cusId = /customers\/(\d+)/.exec((await profile.getAttribute('href')) ?? '')?.[1];
  const made = await call(clerk, 'POST', `/api/staff/customers/${cusId}/reset-code`);
  await call(page, 'POST', '/api/auth/code/verify', {
    identifier: phone,
    code: made.code,
    password: PASSWORD,
  });
  await call(page, 'POST', '/api/auth/login', { identifier: phone, password: PASSWORD });
  await page.goto('/en/account/orders');
  await page
    .getByRole('link', { name: new RegExp(number) })
    .first()
    .click();
  await expect(page.locator('main')).toContainText('Discount: Old customer');
  await expect
    .poll(async () => JSON.stringify(await call(page, 'GET', '/api/auth/notifications/user')))
    .toContain(number);
  await clerk.context().close();
});

test('what is missing is marked, leaving asks, and a short line stops the order', async ({
  page,
  browser,
}) => {
  const phone = await shopper(page);
  const clerk = await clerkLike(page, browser);
  await openNewOrder(clerk);
  await placeButton(clerk).click();
  await expect(clerk.getByText('Choose the customer')).toBeVisible();
  await expect(clerk.getByText('Add a product', { exact: true })).toBeVisible();
  await finder(clerk).fill('99999999');
  await finder(clerk).press('Enter');
  await expect(clerk.getByText('No product has the code 99999999')).toBeVisible();
  await finder(clerk).fill('401011');
  await finder(clerk).press('Enter');
  const quantity = clerk.getByRole('list', { name: 'Items' }).getByRole('textbox');
  await quantity.fill('999999');
  await expect(clerk.getByText(/^Only .* in stock$/)).toBeVisible();
  for (const theme of ['light', 'dark'] as const) {
    await inColorScheme(clerk, theme);
    const { violations } = await new AxeBuilder({ page: clerk }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  }
  await clerk.getByRole('combobox', { name: 'Phone or name' }).fill(phone);
  await clerk.getByRole('option', { name: /Bounmy/ }).click();
  await clerk.getByRole('button', { name: 'Pick-up', exact: true }).click();
  await clerk.getByLabel('Branch').selectOption({ index: 1 });
  await placeButton(clerk).click();
  await expect(clerk.getByRole('alert')).toContainText('There is less in stock than ordered');
  await quantity.fill('1');
  await expect(clerk.getByText(/^Only .* in stock$/)).toBeHidden();

  await clerk.evaluate(() => document.querySelector<HTMLElement>('.o-rail-logo, .o-tab')?.click());
  const question = clerk.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay here' }).click();
  await expect(quantity).toHaveValue('1');
  await expect(placeButton(clerk)).toContainText('₭');
  await placeButton(clerk).click();
  await expect(clerk).toHaveURL(/\/staff\/orders\/[a-z0-9]{26}$/);
  await clerk.context().close();
});
