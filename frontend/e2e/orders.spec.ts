import { expect } from '@playwright/test';
import { placeOrder, shopper } from './shopper';
import { test } from './test';

test('order list is newest first and has pages', { tag: '@gate' }, async ({ page }) => {
  test.slow();
  await shopper(page);
  await page.goto('/en/account/orders');
  await expect(page.getByText('No orders yet')).toBeVisible();
  for (let count = 0; count < 11; count += 1) await placeOrder(page);
  await page.reload();
  const rows = page.locator('main li');
  await expect(rows).toHaveCount(10);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(/orders\?page=2$/);
  await expect(rows).toHaveCount(1);
});

test('order page shows all parts and cancels after a confirmation', { tag: '@gate' }, async ({
  page,
}) => {
  await shopper(page);
  const { order_id, number } = await placeOrder(page);
  await page.goto(`/en/account/orders/${order_id}`);
  const main = page.locator('main');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number);
  await expect(main.getByText('Lavi, Lamam, Sekong').first()).toBeVisible();
  await main.getByRole('button', { name: 'Cancel the order' }).click();
  await main.getByRole('button', { name: 'Keep the order' }).click();
  await main.getByRole('button', { name: 'Cancel the order' }).click();
  await main.getByRole('button', { name: 'Yes, cancel' }).click();
  await expect(main.getByText('Cancelled').first()).toBeVisible();
  await expect(main.getByRole('button', { name: 'Cancel the order' })).toBeHidden();
});

test('order of another customer: not found', async ({ page }) => {
  await shopper(page);
  const { order_id } = await placeOrder(page);
  await page.context().clearCookies();
  await shopper(page);
  await page.goto(`/en/account/orders/${order_id}`);
  await expect(page.getByText('We couldn’t find this order')).toBeVisible();
});

test('invoice fits one page and has the tax by rate', async ({ page }) => {
  await shopper(page);
  const { order_id, number } = await placeOrder(page);
  await page.goto(`/en/account/orders/${order_id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const invoice = page.locator('.invoice');
  await expect(invoice).toBeVisible();
  await expect(page.locator('header').first()).toBeHidden();
  await expect(invoice).toContainText(number);
  // 1,690,000 with 10% inside.
  await expect(invoice).toContainText('₭1,536,364');
  await expect(invoice).toContainText('₭153,636');
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
});
