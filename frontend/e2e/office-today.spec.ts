import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { canMakeStaff, member } from './chat-helpers';
import { placeOrder, shopper } from './shopper';
import { test } from './test';

test.skip(!canMakeStaff, 'needs a shop it can make staff for');

test('what waits leads to an order, whose phone and address are changed', { tag: '@gate' }, async ({
  page,
  browser,
}) => {
  await shopper(page);
  const order = await placeOrder(page);
  const clerk = await member(browser, 'Chantha');
  await clerk.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
  await clerk.goto('/en/staff');
  await expect(clerk.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await expect(clerk.locator('[data-plot="revenue"] svg')).toBeVisible();
  await clerk.getByRole('link', { name: /To confirm/ }).click();
  await expect(clerk).toHaveURL(/\/staff\/orders\?view=to_confirm$/);
  await clerk.goto(`/en/staff/orders/${order.order_id}`);
  await clerk.getByRole('button', { name: 'Change phone and delivery' }).click();
  const dialog = clerk.getByRole('dialog', { name: 'Change phone and delivery' });
  await dialog.getByLabel('Phone').fill('020 5999 8877');
  await dialog.getByLabel('Village').fill('Phonthan Neua');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(clerk.getByText(/Chantha .*changed phone or delivery/)).toBeVisible();
  await page.goto(`/en/account/orders/${order.order_id}`);
  await expect(page.locator('main')).toContainText('Phonthan Neua');
  await clerk.context().close();
});

test('list of orders is downloaded as CSV with its filters', async ({ page, browser }) => {
  await shopper(page);
  const order = await placeOrder(page);
  const clerk = await member(browser, 'Chantha');
  await clerk.goto(`/en/staff/orders?search=${order.number}`);
  const [file] = await Promise.all([
    clerk.waitForEvent('download'),
    clerk.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const text = await readFile(await file.path(), 'utf8');
  const rows = text.trimEnd().split('\r\n');
  expect(rows[0]).toContain('number,created_at,status');
  expect(rows).toHaveLength(2);
  expect(rows[1]).toContain(order.number);
  await clerk.context().close();
});
