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

test('mistaken return is corrected, and its credit note is printed', async ({ page, browser }) => {
  await shopper(page);
  const order = await placeOrder(page);
  const manager = await member(browser, 'Chantha');
  await manager.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
  const path = `/api/staff/orders/${order.order_id}`;
  const { version } = await call(manager, 'GET', path);
  await call(manager, 'POST', `${path}/actions`, { action: 'hand_over', version });
  await manager.goto(`/en/staff/orders/${order.order_id}`);
  await manager.getByRole('button', { name: 'Goods came back…' }).click();
  const dialog = manager.getByRole('dialog', { name: /^Return of/ });
  await dialog.getByRole('button', { name: 'More' }).first().click();
  await dialog.getByLabel('Reason').fill('Damaged in delivery');
  await dialog.getByRole('button', { name: 'Record the return' }).click();

  // By the keyboard: nothing came back.
  const correct = manager.getByRole('button', { name: 'Correct the return…' });
  await correct.focus();
  await manager.keyboard.press('Enter');
  const correction = manager.getByRole('dialog', { name: /^Correct the return/ });
  await correction.getByRole('button', { name: 'Fewer' }).first().press('Enter');
  await correction.getByLabel('Reason').fill('Wrong order');
  await correction.getByRole('button', { name: 'Take the return back' }).press('Enter');
  await expect(correction).toBeHidden();
  await expect(correct).toBeHidden();
  const before = await call(manager, 'GET', path);
  expect([before.returns, before.refund, before.payment.status]).toEqual([[], 0, 'paid']);

  await manager.getByRole('button', { name: 'Goods came back…' }).click();
  await dialog.getByRole('button', { name: 'More' }).first().click();
  await dialog.getByLabel('Reason').fill('Damaged in delivery');
  await dialog.getByRole('button', { name: 'Record the return' }).click();
  await manager.getByRole('link', { name: /^Credit note .+-C2$/ }).click();
  const sheet = manager.locator('.o-sheet');
  await expect(sheet.getByRole('heading', { name: 'Credit note' })).toBeVisible();
  for (const text of [`${order.number}-C2`, 'Damaged in delivery', 'VAT', 'Refund']) {
    await expect(sheet).toContainText(text);
  }
  await manager.reload();
  await expect(sheet).toContainText(`${order.number}-C2`);
  await manager.context().close();
});
