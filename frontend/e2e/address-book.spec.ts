import { expect } from '@playwright/test';
import { call, confirm, ordersOf, shopper } from './shopper';
import { test } from './test';

const DRILL = 401011;

test('saved address fills in the next order', { tag: '@gate' }, async ({ page }) => {
  await shopper(page, { [DRILL]: 1 });
  await page.goto('/en/account/profile');
  await page.getByRole('button', { name: 'Add address' }).click();
  await page.getByRole('textbox', { name: 'Name of the address' }).fill('Building site');
  await page.getByRole('textbox', { name: 'Receiver' }).fill('Kham Sy');
  await page.getByLabel('Province').selectOption({ label: 'Vientiane Capital' });
  await page.getByLabel('District').selectOption({ label: 'Xaythany' });
  await page.getByRole('textbox', { name: 'Village' }).fill('Dongdok, unit 5');
  await page.getByRole('textbox', { name: 'Note for the driver' }).fill('Gate 2 m wide');
  await page.getByRole('button', { name: 'Mark on the map' }).click();
  await page.getByRole('button', { name: 'Mark the middle of the map' }).click();
  await expect(page.getByRole('button', { name: 'Marked on the map' })).toBeVisible();
  const form = page.locator('form').filter({ has: page.getByRole('textbox', { name: 'Village' }) });
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Building site' });
  await expect(row.getByText('Default')).toBeVisible();

  // From the cart: two clicks.
  await page.goto('/en/cart');
  await page.locator('main').getByRole('button', { name: 'Checkout' }).click();
  await expect(page.getByRole('radio', { name: /Building site/ })).toBeChecked();
  await confirm(page);
  await expect(page).toHaveURL(/\/en\/checkout\/pay\//);
  const [placed] = await ordersOf(page);
  const order = await call(page, 'GET', `/api/auth/orders/${placed.order_id}`);
  expect(order.delivery.village).toBe('Dongdok, unit 5');
  expect(order.receiver).toMatchObject({ name: 'Kham Sy', driver_note: 'Gate 2 m wide' });
  expect(order.receiver.position).not.toBeNull();

  await page.goto('/en/account/profile');
  await row.getByRole('button', { name: 'Delete: Building site' }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();
});
