import { execFileSync } from 'node:child_process';
import { type Browser, expect, type Page } from '@playwright/test';
import { newBankNumber } from './bank-number';
import { canMakeStaff, member } from './chat-helpers';
import { call, shopper } from './shopper';
import { test } from './test';

test.skip(!canMakeStaff, 'needs a shop it can make staff for');

const LAMP = 401011;
const DELIVERY = { method: 'delivery', province: 'ເຊກອງ', district: 'ລະມາມ', village: 'Lavi' };

type Placed = { order_id: string; number: string };

/** An order of the signed-in customer, as a browser would place it. */
async function place(
  page: Page,
  payment: string,
  { delivery = DELIVERY as object, quantity = 1 } = {},
): Promise<Placed> {
  const items = [{ pro_id: LAMP, quantity }];
  await call(page, 'POST', '/api/auth/checkout/quote', { items });
  const key = { authorization: 'Bearer heuan-demo-key' };
  const token = await (await page.request.post('/api/api-token', { headers: key })).json();
  const headers = {
    'x-api-access-token': token.data.token,
    'idempotency-key': crypto.randomUUID(),
  };
  const data = { items, phone: '020 5512 3456', delivery, payment: { method: payment } };
  const answer = await page.request.post('/api/auth/orders', { data, headers });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).data;
}

async function clerkLike(page: Page, browser: Browser): Promise<Page> {
  const clerk = await member(browser, 'Chantha');
  await clerk.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
  await clerk.emulateMedia({ reducedMotion: 'reduce' });
  return clerk;
}

async function open(clerk: Page, { order_id, number }: Placed): Promise<void> {
  await clerk.goto(`/en/staff/orders/${order_id}`);
  await expect(clerk.getByRole('heading', { level: 1, name: number })).toBeVisible();
}

const head = (clerk: Page) => clerk.locator('.o-head');

type Answer = { amount?: string; reference?: string; reason?: string; submit?: string | RegExp };

/** Clicks a button of the open order and answers its dialog, if there is one; then checks the new status. */
async function step(clerk: Page, button: string, shown: string, answer?: Answer): Promise<void> {
  await clerk
    .locator('.o-body')
    .getByRole('button', { name: button, exact: true })
    .filter({ visible: true })
    .first()
    .click();
  if (answer) {
    const question = clerk.getByRole('dialog').filter({ visible: true });
    if (answer.amount) await question.getByRole('textbox').first().fill(answer.amount);
    // Only a bank transfer needs a reference; cash has none.
    const method = question.getByLabel('Payment method');
    const isTransfer = (await method.count()) > 0 && (await method.inputValue()) === 'transfer';
    const reference = answer.reference ?? newBankNumber();
    if (isTransfer) await question.getByLabel('Reference').fill(reference);
    if (answer.reason) await question.getByLabel('Reason').fill(answer.reason);
    // A button that opens a dialog ends in “…”, the one that confirms it does not.
    const submit = answer.submit ?? button.replace(/…$/, '');
    await question.getByRole('button', { name: submit, exact: true }).click();
    await expect(question).toBeHidden();
  }
  await expect(head(clerk)).toContainText(shown);
}

/** Records the rest with a bank number that is recorded for the order, which names the order and is not done. */
async function expectSameTransferIsRefused(
  clerk: Page,
  { number }: Placed,
  reference: string,
): Promise<void> {
  await clerk.getByRole('button', { name: 'Receive the rest…' }).filter({ visible: true }).click();
  const question = clerk.getByRole('dialog').filter({ visible: true });
  await question.getByLabel('Reference').fill(reference);
  const submit = question.getByRole('button', { name: 'Money received' });
  await submit.click();
  const warning = question.getByRole('alert').filter({ hasText: reference });
  await expect(warning).toContainText(number);
  await expect(question.getByLabel('It is another payment with the same number')).toBeVisible();
  await question.getByRole('button', { name: 'No, go back' }).click();
  await expect(question).toBeHidden();
}

const confirm = (clerk: Page) => step(clerk, 'Confirm the order', 'Preparing');

async function send(clerk: Page): Promise<void> {
  await step(clerk, 'Items are ready', 'Ready to send');
  await step(clerk, 'Hand to the driver', 'On its way');
}

const staffOrder = (clerk: Page, { order_id }: Placed) =>
  call(clerk, 'GET', `/api/staff/orders/${order_id}`);

/** Checks the text about an order on the customer's page. */
async function expectNotification(
  page: Page,
  { order_id }: Placed,
  text: string | RegExp,
): Promise<void> {
  await page.goto(`/en/account/orders/${order_id}`);
  await expect(page.locator('main').getByText(text).first()).toBeVisible();
}

/** Number of the customer's notifications about an order. */
const noticesOf = async (page: Page, { number }: Placed): Promise<number> =>
  (await call(page, 'GET', '/api/auth/notifications/user')).filter(
    ({ ord_number }: { ord_number?: string }) => ord_number === number,
  ).length;

test('transfer of a wrong amount and a refused delivery are settled', {
  tag: '@gate',
}, async ({ page, browser }) => {
  await shopper(page);
  const [transfer, refused] = [await place(page, 'transfer'), await place(page, 'cod')];
  const clerk = await clerkLike(page, browser);
  await open(clerk, transfer);
  const reference = newBankNumber();
  await step(clerk, 'Money received', 'Underpaid', { amount: '5,000', reference });
  await expectSameTransferIsRefused(clerk, transfer, reference);
  await step(clerk, 'Receive the rest…', 'To confirm', { submit: 'Money received' });
  await confirm(clerk);
  await send(clerk);
  await step(clerk, 'Handed over', 'Completed');
  const paid = await staffOrder(clerk, transfer);
  expect([paid.payment.status, paid.received]).toEqual(['paid', paid.totals.total]);

  await open(clerk, refused);
  await confirm(clerk);
  await send(clerk);
  await step(clerk, 'Delivery failed…', 'Delivery failed', { reason: 'Refused by the receiver' });
  await step(clerk, 'Cancel the order…', 'Cancelled', { reason: 'Refused by the receiver' });
  const back = await staffOrder(clerk, refused);
  expect([back.received, back.refund]).toEqual([0, 0]);

  await expectNotification(page, transfer, 'Received');
  await expectNotification(page, refused, 'Cancelled');
  await expect.poll(() => noticesOf(page, transfer)).toBeGreaterThan(2);
  await expect.poll(() => noticesOf(page, refused)).toBeGreaterThan(2);
  await clerk.context().close();
});

test('ten orders of a day are settled, and the audit finds no difference', async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000);
  await shopper(page);
  const [{ b_id: branch_id }] = await call(page, 'GET', '/api/v1/branch');
  const pickup = { delivery: { method: 'pickup', branch_id } };
  const clerk = await clerkLike(page, browser);

  const cash = await place(page, 'cod');
  await open(clerk, cash);
  await confirm(clerk);
  await send(clerk);
  await step(clerk, 'Handed over', 'Completed', {});

  const collected = await place(page, 'cod', pickup);
  await open(clerk, collected);
  await confirm(clerk);
  await step(clerk, 'Items are ready', 'Ready');
  await step(clerk, 'Handed over', 'Completed', {});

  const exact = await place(page, 'transfer');
  await open(clerk, exact);
  await step(clerk, 'Money received', 'To confirm', {});
  await confirm(clerk);
  await send(clerk);
  await step(clerk, 'Handed over', 'Completed');

  const short = await place(page, 'transfer', pickup);
  await open(clerk, short);
  await step(clerk, 'Money received', 'Underpaid', { amount: '5,000' });
  await clerk.getByText(/^Accept the amount, write off/).click();
  await step(clerk, 'Write off the rest…', 'To confirm', {
    reason: 'An old customer',
    submit: /^Write off ₭/,
  });
  await confirm(clerk);
  await step(clerk, 'Items are ready', 'Ready');
  await step(clerk, 'Handed over', 'Completed');

  const over = await place(page, 'transfer');
  await open(clerk, over);
  await step(clerk, 'Money received', 'Overpaid', { amount: '9,000,000' });
  await step(clerk, 'Refund the excess…', 'Refund due', {
    submit: /^Refund ₭/,
  });
  await step(clerk, 'Money refunded', 'To confirm', {});
  await confirm(clerk);
  await send(clerk);
  await step(clerk, 'Handed over', 'Completed');

  const byCode = await place(page, 'qr');
  const { payment } = await call(page, 'GET', `/api/auth/orders/${byCode.order_id}`);
  await call(page, 'POST', `/api/sandbox/payments/${payment.reference}/pay`, {});
  await open(clerk, byCode);
  await expect(head(clerk)).toContainText('To confirm');
  await confirm(clerk);
  await send(clerk);
  await step(clerk, 'Handed over', 'Completed');

  const returned = await place(page, 'cod', { quantity: 3 });
  await open(clerk, returned);
  await confirm(clerk);
  await send(clerk);
  await step(clerk, 'Handed over', 'Completed', {});
  await clerk.getByRole('button', { name: 'Goods came back…' }).click();
  const dialog = clerk.getByRole('dialog', { name: /^Return of/ });
  await dialog.getByRole('button', { name: 'More' }).first().click();
  await dialog.getByLabel('Reason').fill('Damaged in delivery');
  await dialog.getByRole('button', { name: 'Record the return' }).click();
  await expect(head(clerk)).toContainText('Refund due');
  await step(clerk, 'Money refunded', 'Partly refunded', {});

  const refused = await place(page, 'cod');
  await open(clerk, refused);
  await confirm(clerk);
  await send(clerk);
  await step(clerk, 'Delivery failed…', 'Delivery failed', { reason: 'Refused by the receiver' });
  await step(clerk, 'Cancel the order…', 'Cancelled', { reason: 'Refused by the receiver' });

  const byPhone = await place(page, 'cod');
  await open(clerk, byPhone);
  await step(clerk, 'Cancel the order…', 'Cancelled', { reason: 'Called: ordered twice' });

  const paidAndCancelled = await place(page, 'transfer');
  await open(clerk, paidAndCancelled);
  await step(clerk, 'Money received', 'To confirm', {});
  await step(clerk, 'Cancel the order…', 'Refund due', { reason: 'Called: moved away' });
  await step(clerk, 'Money refunded', 'Cancelled', {});

  for (const [order, text] of [
    [cash, 'Received'],
    [collected, 'Received'],
    [exact, 'Received'],
    [short, 'Received'],
    [over, 'Received'],
    [byCode, 'Received'],
    [returned, 'Return received'],
    [refused, 'Nothing to pay'],
    [byPhone, 'Nothing to pay'],
    [paidAndCancelled, 'Refunded'],
  ] as const) {
    await expectNotification(page, order, text);
    await expect.poll(() => noticesOf(page, order), { message: text }).toBeGreaterThan(0);
  }
  const list = await call(page, 'GET', '/api/auth/orders');
  const open_ = list.filter(
    ({ status }: { status: string }) => !['completed', 'cancelled'].includes(status),
  );
  expect(open_).toEqual([]);
  // Checks stock, points and money of all services. Undelivered events count as faults until they have arrived.
  await expect.poll(() => checkShop(), { timeout: 120_000, intervals: [2_000] }).toEqual([]);
  await clerk.context().close();
});

/** The faults that `heuan check` finds in the tables of all services. */
function checkShop(): unknown[] {
  try {
    const said = execFileSync(process.env.HEUAN as string, ['check', '--json']);
    return JSON.parse(said.toString()).faults;
  } catch (error) {
    const { stdout } = error as { stdout?: Buffer };
    return stdout?.length ? JSON.parse(stdout.toString()).faults : [String(error)];
  }
}
