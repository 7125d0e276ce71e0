import { expect, type Page } from '@playwright/test';
import { call, confirm, ordersOf, placeOrder, shopper } from './shopper';
import { test } from './test';

const DRILL = 401011;
const COUNTER = 'test_presses';

/** Counts the clicks of the tab in its session storage. */
const countPresses = (page: Page) =>
  page.addInitScript((counter) => {
    const count = () =>
      sessionStorage.setItem(counter, String(Number(sessionStorage.getItem(counter) ?? 0) + 1));
    document.addEventListener('click', count, { capture: true });
  }, COUNTER);

const presses = (page: Page) =>
  page.evaluate((counter) => Number(sessionStorage.getItem(counter)), COUNTER);

const home = async () => ({});
const pickup = async (page: Page) => {
  const [, branch] = await call(page, 'GET', '/api/v1/branch');
  return { delivery: { method: 'pickup', branch_id: branch.b_id } };
};
const thanks = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Thank you! We have your order' })).toBeVisible();

for (const { name, method, delivery, isPlaced } of [
  {
    name: 'QR',
    method: 'qr',
    delivery: home,
    isPlaced: (page: Page) =>
      expect(page.getByRole('img', { name: 'QR code to pay for this order' })).toBeVisible(),
  },
  { name: 'cash on delivery', method: 'cod', delivery: home, isPlaced: thanks },
  {
    name: 'transfer',
    method: 'transfer',
    delivery: home,
    isPlaced: (page: Page) =>
      expect(page.getByRole('heading', { name: 'Transfer to this account' })).toBeVisible(),
  },
  { name: 'pick-up', method: 'cod', delivery: pickup, isPlaced: thanks },
]) {
  test(`returning customer orders by ${name} with three presses or fewer from the cart`, {
    tag: '@gate',
  }, async ({ page }) => {
    await shopper(page);
    const { order_id } = await placeOrder(page, method, await delivery(page));
    await call(page, 'POST', '/api/auth/cart/items', { pro_id: DRILL, quantity: 1 });
    const last = await call(page, 'GET', `/api/auth/orders/${order_id}`);
    await countPresses(page);
    await page.goto('/en/cart');
    await page.locator('main').getByRole('button', { name: 'Checkout' }).click();
    await confirm(page);
    await isPlaced(page);
    expect(await presses(page)).toBeLessThanOrEqual(3);
    const [placed] = await ordersOf(page);
    expect(placed.order_id).not.toBe(order_id);
    const order = await call(page, 'GET', `/api/auth/orders/${placed.order_id}`);
    expect(order.delivery).toEqual(last.delivery);
    expect(order.payment.method).toBe(method);
  });
}
