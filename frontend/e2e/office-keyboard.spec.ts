import { expect, type Page } from '@playwright/test';
import { newBankNumber } from './bank-number';
import { canMakeStaff, member } from './chat-helpers';
import { press, tabTo, type } from './keyboard-helpers';
import { call, placeOrder, shopper } from './shopper';
import { test } from './test';

test.skip(!canMakeStaff, 'needs a shop it can make staff for');
test.skip(({ viewport }) => (viewport?.width ?? 0) < 1024, 'a phone has no keys');

const head = (clerk: Page) => clerk.locator('.o-head');
const question = (clerk: Page) => clerk.getByRole('dialog').filter({ visible: true });

/** Presses a shortcut; then the open order is in the state. */
async function key(clerk: Page, shortcut: string, state: string): Promise<void> {
  await clerk.keyboard.press(shortcut);
  await expect(head(clerk)).toContainText(state);
}

test('order is found, confirmed, sent, paid and handed over with the keyboard alone', async ({
  page,
  browser,
}) => {
  await shopper(page);
  const order = await placeOrder(page);
  const clerk = await member(browser, 'Chantha');
  // From here on nothing is clicked.
  await clerk.goto('/en/staff');
  await expect(clerk.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await clerk.keyboard.press('g');
  await clerk.keyboard.press('o');
  await expect(clerk).toHaveURL(/\/en\/staff\/orders$/);
  // The address changes before the page, whose search field is another.
  await expect(clerk.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  await clerk.keyboard.press('/');
  await expect(
    clerk.getByRole('searchbox', { name: 'All orders: number, name, phone' }),
  ).toBeFocused();
  await clerk.keyboard.type(order.number);
  await clerk.keyboard.press('Enter');
  const row = clerk.locator(`tr[data-order="${order.order_id}"]`);
  // The orders of before stay until those of the search have loaded. They may have the order below newer ones.
  await expect(clerk.locator('tr[data-order]')).toHaveCount(1);
  await expect(row).toBeVisible();
  await clerk.keyboard.press('j');
  await expect(row).toHaveAttribute('data-current', 'true');
  await clerk.keyboard.press('Enter');
  await expect(clerk.getByRole('heading', { level: 1, name: order.number })).toBeVisible();

  await key(clerk, 'a', 'Chantha');
  await key(clerk, 'c', 'Preparing');
  await key(clerk, 'z', 'To confirm');
  await key(clerk, 'c', 'Preparing');
  await tabTo(clerk, clerk.getByRole('checkbox', { name: /^Picked: / }));
  const ticked = clerk.waitForResponse((response) => response.url().endsWith('/picked-lines'));
  await clerk.keyboard.press('Space');
  await expect(clerk.getByText('1 of 1 picked')).toBeVisible();
  await ticked;
  await key(clerk, 'r', 'Ready to send');
  await key(clerk, 'r', 'On its way');
  // Cash changes hands: Escape leaves the question, and the order, as they were.
  await clerk.keyboard.press('r');
  await expect(question(clerk)).toBeVisible();
  await clerk.keyboard.press('Escape');
  await expect(question(clerk)).toBeHidden();
  await expect(head(clerk)).toContainText('On its way');
  await clerk.keyboard.press('r');
  await press(clerk, question(clerk).getByRole('button', { name: 'Handed over', exact: true }));
  await expect(question(clerk)).toBeHidden();
  await expect(head(clerk)).toContainText('Completed');
  await expect(head(clerk)).toContainText('Paid');
  const { status, payment } = await call(clerk, 'GET', `/api/staff/orders/${order.order_id}`);
  expect([status, payment.status]).toEqual(['completed', 'paid']);
  await clerk.context().close();
});

test('transfer of a wrong amount and a cancellation are done with the keyboard alone', async ({
  page,
  browser,
}) => {
  await shopper(page);
  const order = await placeOrder(page, 'transfer');
  const clerk = await member(browser, 'Sisouk');
  await clerk.goto(`/en/staff/orders/${order.order_id}`);
  await expect(clerk.getByRole('heading', { level: 1, name: order.number })).toBeVisible();
  await clerk.keyboard.press('r');
  const amount = question(clerk).getByRole('textbox').first();
  await tabTo(clerk, amount);
  await clerk.keyboard.press('Control+a');
  await clerk.keyboard.type('5,000');
  await type(clerk, question(clerk).getByLabel('Reference'), newBankNumber());
  await clerk.keyboard.press('Enter');
  await expect(head(clerk)).toContainText('Underpaid');

  await press(clerk, clerk.getByRole('button', { name: 'Cancel the order…' }));
  await type(clerk, question(clerk).getByLabel('Reason'), 'Called: ordered twice');
  await press(clerk, question(clerk).getByRole('button', { name: 'Cancel the order' }));
  await expect(head(clerk)).toContainText('Refund due');
  await clerk.keyboard.press('r');
  await type(clerk, question(clerk).getByLabel('Reference'), newBankNumber());
  await press(clerk, question(clerk).getByRole('button', { name: 'Money refunded' }));
  await expect(head(clerk)).toContainText('Refunded');
  const { payment, received, refunded } = await call(
    clerk,
    'GET',
    `/api/staff/orders/${order.order_id}`,
  );
  expect([payment.status, received, refunded]).toEqual(['refunded', 5_000, 5_000]);
  await clerk.context().close();
});
