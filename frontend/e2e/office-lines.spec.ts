import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { canMakeStaff, member } from './chat-helpers';
import { call, placeOrder, shopper } from './shopper';
import { test } from './test';

test.skip(!canMakeStaff, 'needs a shop it can make staff for');

test('items of an order change by keyboard, and the customer sees the new total', {
  tag: '@gate',
}, async ({ page, browser }) => {
  await shopper(page);
  const order = await placeOrder(page);
  const clerk = await member(browser, 'Chantha');
  await clerk.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
  await clerk.emulateMedia({ reducedMotion: 'reduce' });
  await clerk.goto(`/en/staff/orders/${order.order_id}`);
  await clerk.getByRole('button', { name: 'Change items' }).press('Enter');
  const dialog = clerk.getByRole('dialog', { name: /^Change the items/ });
  const lines = dialog.getByRole('list', { name: 'Items', exact: true });
  const first = lines.getByRole('listitem').first();
  const quantity = first.getByRole('textbox');
  const before = Number(await quantity.inputValue());
  await quantity.press('ArrowUp');
  await expect(first).toContainText(`${before} → ${before + 1}`);
  const finder = dialog.getByRole('combobox', { name: 'Product or code' });
  await finder.fill('101002');
  await finder.press('Enter');
  await expect(lines.getByRole('listitem').last()).toContainText('101002');
  const follows = dialog.locator('[data-lines-follows]');
  await expect(follows).toContainText(/The customer pays ₭[\d,]+ on receipt\./);
  // Until the figures are calculated, those of the change before are shown.
  await expect(dialog.locator('[aria-busy="true"]')).toHaveCount(0);
  const total = /₭([\d,]+)/.exec((await follows.textContent()) ?? '')?.[1] ?? 'no total';
  await dialog.getByLabel('Reason, for the history of the order').fill('Called the shop');
  const save = dialog.getByRole('button', { name: 'Change the items' });
  await expect(save).toBeEnabled();
  const { violations } = await new AxeBuilder({ page: clerk }).include('dialog[open]').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await save.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(clerk.getByRole('region', { name: 'Items' })).toContainText('101002');
  await expect(clerk.getByRole('region', { name: 'History' })).toContainText('changed the items');

  await page.goto(`/en/account/orders/${order.order_id}`);
  await expect(page.locator('main')).toContainText(total);
  await expect
    .poll(async () => JSON.stringify(await call(page, 'GET', '/api/auth/notifications/user')))
    .toContain('The items of your order changed');
  await clerk.context().close();
});

test('removed line can be put back, and more than the stock has is not saved', async ({
  page,
  browser,
}) => {
  await shopper(page);
  const order = await placeOrder(page);
  const clerk = await member(browser, 'Chantha');
  await clerk.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
  await clerk.goto(`/en/staff/orders/${order.order_id}`);
  await clerk.getByRole('button', { name: 'Change items' }).click();
  const dialog = clerk.getByRole('dialog', { name: /^Change the items/ });
  const first = dialog
    .getByRole('list', { name: 'Items', exact: true })
    .getByRole('listitem')
    .first();
  await first.getByRole('button', { name: /^Remove/ }).click();
  await expect(first).toContainText('Removed');
  await first.getByRole('button', { name: /^Put back/ }).click();
  await first.getByRole('textbox').fill('999999');
  await expect(first).toContainText(/At most [\d,]+/);
  const save = dialog.getByRole('button', { name: 'Change the items' });
  await expect(save).toBeEnabled();
  await save.click();
  await expect(dialog.getByText(/There is less in stock than ordered/)).toBeVisible();
  await clerk.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await clerk.context().close();
});
