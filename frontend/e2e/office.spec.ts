import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Page } from '@playwright/test';
import { canMakeStaff, member } from './chat-helpers';
import { call, placeOrder, shopper } from './shopper';
import { test } from './test';
import { inColorScheme } from './wait-for-animations';

test.skip(!canMakeStaff, 'needs a shop it can make staff for');

type PlacedOrder = { order_id: string; number: string };

/** A customer's order, and a clerk in a window as wide as the project's. */
async function orderAndClerk(page: Page, browser: Browser, fname = 'Chantha') {
  await shopper(page);
  const order = await placeOrder(page);
  return { order, clerk: await clerkLike(page, browser, fname) };
}

async function clerkLike(page: Page, browser: Browser, fname: string): Promise<Page> {
  const clerk = await member(browser, fname);
  await clerk.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
  return clerk;
}

async function openOrder(clerk: Page, { order_id, number }: PlacedOrder): Promise<void> {
  await clerk.goto(`/en/staff/orders/${order_id}`);
  await expect(clerk.getByRole('heading', { level: 1, name: number })).toBeVisible();
}

const nextStep = (clerk: Page) => clerk.getByRole('region', { name: 'Next step' });
const head = (clerk: Page) => clerk.locator('.o-head');
const act = (clerk: Page, { order_id }: PlacedOrder, action: string, version: number) =>
  call(clerk, 'POST', `/api/staff/orders/${order_id}/actions`, { action, version });

test('an order is found, confirmed, prepared, sent and handed over', { tag: '@gate' }, async ({
  page,
  browser,
}) => {
  const { order, clerk } = await orderAndClerk(page, browser);
  await clerk.goto(`/en/staff/orders?search=${order.number}`);
  await clerk.getByRole('link', { name: order.number }).click();
  await expect(clerk).toHaveURL(new RegExp(`/staff/orders/${order.order_id}$`));
  const steps: [button: string, status: string][] = [
    ['Confirm the order', 'Preparing'],
    ['Items are ready', 'Ready to send'],
    ['Hand to the driver', 'On its way'],
  ];
  for (const [button, status] of steps) {
    await nextStep(clerk).getByRole('button', { name: button }).click();
    await expect(head(clerk)).toContainText(status);
  }
  // Cash is paid, so a dialog confirms the amount first.
  await nextStep(clerk).getByRole('button', { name: 'Handed over' }).click();
  const question = clerk.getByRole('dialog', { name: /received from/ });
  await question.getByRole('button', { name: 'Handed over' }).click();
  await expect(head(clerk)).toContainText('Completed');
  await expect(head(clerk)).toContainText('Paid');
  await page.goto(`/en/account/orders/${order.order_id}`);
  await expect(page.locator('main').getByText('Received').first()).toBeVisible();
  await clerk.context().close();
});

test('new order appears without a reload, and its confirmation can be undone', async ({
  page,
  browser,
}) => {
  await shopper(page);
  const clerk = await clerkLike(page, browser, 'Sisouk');
  await clerk.goto('/en/staff/orders');
  await expect(clerk.getByRole('link', { name: /^All/ })).toBeVisible();
  // The stream is open once the page says so, or on a phone once it has loaded.
  await expect(clerk.locator('.o-live:not([data-off])')).toBeAttached();
  const order = await placeOrder(page);
  const row = clerk.locator(`[data-order="${order.order_id}"]:visible`);
  await expect(row).toContainText('New');
  await row.getByRole('link', { name: order.number }).click();
  await nextStep(clerk).getByRole('button', { name: 'Confirm the order' }).click();
  await clerk.getByRole('button', { name: /^Undo/ }).click();
  await expect(head(clerk)).toContainText('To confirm');
  const notices: { ord_number?: string }[] = await call(
    page,
    'GET',
    '/api/auth/notifications/user',
  );
  expect(notices.filter(({ ord_number }) => ord_number === order.number).length).toBeLessThan(2);
  await clerk.context().close();
});

test('change by a colleague is shown, and typed input is kept', async ({ page, browser }) => {
  const { order, clerk } = await orderAndClerk(page, browser, 'Sisouk');
  const colleague = await clerkLike(page, browser, 'Phonsavan');
  await openOrder(clerk, order);
  await clerk.getByRole('button', { name: 'Cancel the order…' }).first().click();
  const question = clerk.getByRole('dialog', { name: /^Cancel/ });
  await question.getByLabel('Reason').fill('Ordered twice');
  const { version } = await call(colleague, 'GET', `/api/staff/orders/${order.order_id}`);
  await act(colleague, order, 'confirm', version);
  const bar = question.locator('[data-order-changed]');
  await expect(bar).toContainText('Phonsavan');
  await expect(bar).toContainText('To confirm');
  await expect(bar).toContainText('Preparing');
  await expect(question.getByLabel('Reason')).toHaveValue('Ordered twice');
  await bar.getByRole('button', { name: 'Continue' }).click();
  await question.getByRole('button', { name: 'Cancel the order' }).click();
  await expect(head(clerk)).toContainText('Cancelled');
  await expect(clerk.getByText('Ordered twice').first()).toBeVisible();
  await Promise.all([clerk.context().close(), colleague.context().close()]);
});

test('order that two clerks have open names each to the other', { tag: '@gate' }, async ({
  page,
  browser,
}) => {
  const { order, clerk: chantha } = await orderAndClerk(page, browser);
  const noy = await clerkLike(page, browser, 'Noy');
  await openOrder(chantha, order);
  await openOrder(noy, order);
  await expect(chantha.getByText(/^Noy.* is here too/)).toBeVisible();
  await expect(noy.getByText(/^Chantha.* is here too/)).toBeVisible();
  await noy.goto('/en/staff/orders');
  await expect(chantha.getByText(/^Noy.* is here too/)).toBeHidden();
  await chantha.context().close();
  await noy.context().close();
});

test('view, search and sort stand in the address, and the back button returns to them', async ({
  page,
  browser,
}) => {
  const { order, clerk } = await orderAndClerk(page, browser);
  await clerk.goto('/en/staff/orders');
  await clerk.getByRole('link', { name: /^To confirm/ }).click();
  await expect(clerk).toHaveURL(/view=to_confirm/);
  await clerk
    .getByRole('searchbox', { name: 'Number, name, phone', exact: true })
    .fill(order.number);
  await expect(clerk).toHaveURL(new RegExp(`search=${order.number}`));
  const row = clerk.locator(`[data-order="${order.order_id}"]:visible`);
  await expect(row).toBeVisible();
  await row.getByRole('link', { name: order.number }).click();
  await expect(clerk.getByRole('heading', { level: 1, name: order.number })).toBeVisible();
  await clerk.goBack();
  await expect(row).toBeVisible();
  await clerk.reload();
  await expect(row).toBeVisible();
  await expect(clerk.getByRole('link', { name: /^To confirm/ })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await clerk.context().close();
});

test('keys move, choose, open and confirm', async ({ page, browser }, { project }) => {
  test.skip(project.name === 'phone', 'a phone has no keys');
  const { order, clerk } = await orderAndClerk(page, browser);
  await clerk.goto(`/en/staff/orders?search=${order.number}`);
  const row = clerk.locator(`tr[data-order="${order.order_id}"]`);
  await expect(row).toBeVisible();
  await clerk.keyboard.press('j');
  await clerk.keyboard.press('x');
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await clerk.keyboard.press('c');
  await expect(row).toContainText('Preparing');
  await clerk.keyboard.press('Enter');
  await expect(clerk.getByRole('heading', { level: 1, name: order.number })).toBeVisible();
  await clerk.keyboard.press('?');
  await expect(clerk.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await clerk.context().close();
});

test('the picking list of two orders is one sheet with a column for each', async ({
  page,
  browser,
}) => {
  const { order, clerk } = await orderAndClerk(page, browser);
  const second = await placeOrder(page);
  await clerk.goto(
    `/en/staff/orders/print?doc=picking&orders=${order.order_id},${second.order_id}`,
  );
  const sheet = clerk.locator('.o-sheet');
  await expect(sheet).toContainText(order.number);
  await expect(sheet).toContainText(second.number);
  await expect(sheet).toContainText('D1-04');
  await expect(sheet.locator('.o-tick')).toHaveCount(2);
  await clerk.emulateMedia({ media: 'print' });
  await expect(clerk.locator('.o-print-bar')).toBeHidden();
  const pdf = (await clerk.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  await clerk.context().close();
});

test('pages of the back office pass axe, light and dark', async ({ page, browser }) => {
  const { order, clerk } = await orderAndClerk(page, browser);
  await clerk.emulateMedia({ reducedMotion: 'reduce' });
  const pages: [address: string, ready: () => Promise<void>][] = [
    [
      `/en/staff/orders?search=${order.number}`,
      () => expect(clerk.locator(`[data-order="${order.order_id}"]:visible`)).toBeVisible(),
    ],
    [
      '/en/staff/orders?search=unknown',
      () => expect(clerk.getByText('No order found')).toBeVisible(),
    ],
    [`/la/staff/orders/${order.order_id}`, () => expect(head(clerk)).toBeVisible()],
    [
      `/en/staff/orders/print?doc=note&orders=${order.order_id}`,
      () => expect(clerk.locator('.o-sheet')).toContainText(order.number),
    ],
    ['/en/staff/chat', () => expect(clerk.locator('.inbox')).toBeVisible()],
    [
      '/en/staff/nowhere/at/all',
      () => expect(clerk.getByRole('heading', { name: 'Page not found' })).toBeVisible(),
    ],
    ['/en/staff', () => expect(clerk.locator('[data-plot="revenue"]')).toBeVisible()],
  ];
  for (const [address, ready] of pages) {
    await clerk.goto(address);
    await ready();
    for (const theme of ['light', 'dark'] as const) {
      await inColorScheme(clerk, theme);
      const { violations } = await new AxeBuilder({ page: clerk }).analyze();
      const faults = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
      );
      expect(faults, `${address}, ${theme}`).toEqual([]);
    }
  }
  await clerk.context().close();
});

test('an account without a role sees no order', async ({ page }) => {
  for (const path of ['orders', 'nowhere', 'nowhere/at/all']) {
    await page.goto(`/en/staff/${path}`);
    await expect(page.getByRole('heading', { name: 'Please log in as staff' })).toBeVisible();
  }
  await shopper(page);
  const { order_id } = await placeOrder(page);
  await page.goto(`/en/staff/orders/${order_id}`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeAttached();
  // As an address that the back office does not have, and one that the shop does not have.
  for (const path of ['staff/nowhere/at/all', 'nowhere']) {
    await page.goto(`/en/${path}`);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expect(page.getByRole('banner')).toBeVisible();
  }
  await page.goto('/en/staff');
  await expect(page.getByRole('heading', { name: 'For the shop’s staff only' })).toBeVisible();
});
