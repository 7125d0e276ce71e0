import { expect } from '@playwright/test';
import { canMakeStaff, member } from './chat-helpers';
import { call, placeOrder, shopper } from './shopper';
import { test } from './test';

test.skip(!canMakeStaff, 'needs a shop it can make staff for');

test('returned goods are refunded', async ({ page, browser }) => {
  await shopper(page);
  const order = await placeOrder(page);
  const clerk = await member(browser, 'Chantha');
  await clerk.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
  const path = `/api/staff/orders/${order.order_id}`;
  const { version } = await call(clerk, 'GET', path);
  await call(clerk, 'POST', `${path}/actions`, { action: 'hand_over', version });

  await clerk.goto(`/en/staff/orders/${order.order_id}`);
  await clerk.getByRole('button', { name: 'Goods came back…' }).click();
  const dialog = clerk.getByRole('dialog', { name: /^Return of/ });
  await dialog.getByRole('button', { name: 'More' }).first().click();
  await dialog.getByLabel('Reason').fill('Damaged in delivery');
  await expect(dialog.locator('[data-total]')).toContainText('₭');
  await dialog.getByRole('button', { name: 'Record the return' }).click();
  const head = clerk.locator('.o-head');
  await expect(head).toContainText('Refund due');
  await clerk
    .getByRole('region', { name: 'Next step' })
    .getByRole('button', { name: 'Money refunded' })
    .click();
  await clerk.getByRole('dialog').getByRole('button', { name: 'Money refunded' }).click();
  await expect(head).toContainText(/refunded/i);
  await page.goto(`/en/account/orders/${order.order_id}`);
  await expect(page.locator('main').getByText('Return received')).toBeVisible();
  await clerk.context().close();
});
