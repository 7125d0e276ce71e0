import { expect, type Page } from '@playwright/test';
import { newBankNumber } from './bank-number';
import { canMakeStaff, member } from './chat-helpers';
import { dayIn, discardDraft } from './content-drafts';
import { press, tabTo, type } from './keyboard-helpers';
import { call, placeOrder, shopper } from './shopper';
import { test } from './test';

test.skip(!canMakeStaff, 'needs a shop it can make staff for');
test.skip(({ viewport }) => (viewport?.width ?? 0) < 1024, 'a phone has no keys');

const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true });

test('line of a bank statement is matched and recorded with the keyboard alone', async ({
  page,
  browser,
}) => {
  await shopper(page);
  const { order_id, number } = await placeOrder(page, 'transfer');
  const clerk = await member(browser, 'Chantha');
  const path = `/api/staff/orders/${order_id}`;
  const { unpaid } = await call(clerk, 'GET', path);
  await clerk.goto('/en/staff/orders/transfers');
  const statement = clerk.getByLabel('Lines of the bank statement');
  await type(clerk, statement, `${newBankNumber()} ${unpaid} ${number}`);
  await clerk.keyboard.press('Control+Enter');
  await press(clerk, clerk.getByRole('button', { name: `Record payment… ${number}` }));
  await expect(dialog(clerk)).toBeVisible();
  // Escape records nothing, and the focus returns to the line.
  await clerk.keyboard.press('Escape');
  await expect(dialog(clerk)).toBeHidden();
  await press(clerk, clerk.getByRole('button', { name: `Record payment… ${number}` }));
  await press(clerk, dialog(clerk).getByRole('button', { name: 'Money received' }));
  await expect(clerk.getByText('Payment recorded')).toBeVisible();
  const { payment, received } = await call(clerk, 'GET', path);
  expect([payment.status, received]).toEqual(['paid', unpaid]);
  await clerk.context().close();
});

test('statement line without a bank number is recognized after a reload', async ({
  page,
  browser,
}) => {
  await shopper(page);
  const { order_id, number } = await placeOrder(page, 'transfer');
  const clerk = await member(browser, 'Chantha');
  const path = `/api/staff/orders/${order_id}`;
  const { unpaid } = await call(clerk, 'GET', path);
  const match = async () => {
    await clerk.goto('/en/staff/orders/transfers');
    const statement = clerk.getByLabel('Lines of the bank statement');
    await type(clerk, statement, `21/11/2026 BOUNMY ${unpaid} ${number}`);
    await clerk.keyboard.press('Control+Enter');
  };
  await match();
  await press(clerk, clerk.getByRole('button', { name: `Record payment… ${number}` }));
  const reference = dialog(clerk).getByRole('textbox', { name: /^Reference/ });
  await expect(reference).toHaveValue(/^LINE\d{14}$/);
  await reference.fill('BOUNMY');
  await press(clerk, dialog(clerk).getByRole('button', { name: 'Money received' }));
  await expect(clerk.getByText('Payment recorded')).toBeVisible();
  expect((await call(clerk, 'GET', path)).payment.status).toBe('paid');
  await match();
  await expect(clerk.getByText('Recorded already')).toBeVisible();
  await expect(clerk.getByRole('link', { name: number })).toBeVisible();
  await clerk.context().close();
});

test('lines of a picking list opened by number are ticked off with the keyboard alone', async ({
  page,
  browser,
}) => {
  await shopper(page);
  const { order_id, number } = await placeOrder(page);
  const clerk = await member(browser, 'Chantha');
  const path = `/api/staff/orders/${order_id}`;
  const { version } = await call(clerk, 'GET', path);
  await call(clerk, 'POST', `${path}/actions`, { action: 'confirm', version });
  await clerk.goto(`/en/staff/orders/print?doc=picking&orders=${number}`);
  const box = clerk.getByRole('checkbox', { name: /^Picked: / });
  for (const isPicked of [true, false]) {
    await tabTo(clerk, box);
    const sent = clerk.waitForResponse((response) => response.url().endsWith('/picked-lines'));
    await clerk.keyboard.press('Space');
    await expect(box).toBeChecked({ checked: isPicked });
    await sent;
    const { picked_lines: picked } = await call(clerk, 'GET', path);
    expect(picked).toHaveLength(isPicked ? 1 : 0);
  }
  await clerk.context().close();
});

test('delivery day is planned and deleted with the keyboard alone', async ({ page, browser }) => {
  await shopper(page);
  const { order_id, number } = await placeOrder(page);
  const clerk = await member(browser, 'Chantha');
  await clerk.goto(`/en/staff/orders/${order_id}`);
  await expect(clerk.getByRole('heading', { level: 1, name: number })).toBeVisible();
  await press(clerk, clerk.getByRole('button', { name: 'Plan: Delivery day' }));
  await press(clerk, dialog(clerk).getByRole('button', { name: 'Morning' }));
  await press(clerk, dialog(clerk).getByRole('button', { name: 'Save' }));
  await expect(dialog(clerk)).toBeHidden();
  const planned = await call(clerk, 'GET', `/api/staff/orders/${order_id}`);
  expect(planned.delivery_day).toEqual({ day: dayIn(0), part: 'morning' });
  await press(clerk, clerk.getByRole('button', { name: 'Change: Delivery day' }));
  await press(clerk, dialog(clerk).getByRole('button', { name: 'Delete the plan' }));
  await expect(dialog(clerk)).toBeHidden();
  await expect(clerk.getByRole('button', { name: 'Plan: Delivery day' })).toBeVisible();
  await clerk.context().close();
});

test('message of the outbox is sent again with the keyboard alone', async ({ page, browser }) => {
  await shopper(page);
  const { number } = await placeOrder(page);
  const clerk = await member(browser, 'Chantha');
  await clerk.goto('/en/staff/outbox?state=not_configured');
  const row = clerk.getByRole('listitem').filter({ hasText: number }).first();
  await expect(row).toContainText('Not sent: no provider', { timeout: 60_000 });
  await press(clerk, row.getByRole('button', { name: /^Send again/ }));
  await expect(clerk.getByText('It is being sent again')).toBeVisible();
  await clerk.context().close();
});

test('draft of the home page is saved, scheduled and discarded with the keyboard alone', async ({
  browser,
}) => {
  const editor = await member(browser, 'Chantha');
  await discardDraft(editor, 'hero/hero');
  await editor.goto('/en/staff/content/hero~hero');
  const panel = editor.getByRole('region', { name: 'Draft', exact: true });
  await expect(panel).toContainText('There is no draft');
  await tabTo(editor, editor.getByRole('textbox', { name: /^Title/ }).nth(1));
  await editor.keyboard.press('Control+a');
  await editor.keyboard.type('Roofs for the rains');
  await editor.keyboard.press('Control+s');
  await expect(panel).toContainText('Shoppers do not see it yet');
  const [year, month, day] = dayIn(2).split('-');
  await tabTo(editor, panel.getByLabel('Publish automatically on'));
  await editor.keyboard.type(`${month}${day}${year}`);
  await press(editor, panel.getByRole('button', { name: 'Schedule' }));
  await expect(panel).toContainText('It will be published automatically on');
  const scheduled = await call(editor, 'GET', '/api/staff/content/hero/hero');
  expect(scheduled.draft.publish_on).toBe(dayIn(2));
  await press(editor, panel.getByRole('button', { name: 'Discard draft' }));
  await expect(panel).toContainText('There is no draft');
  await editor.context().close();
});

test('entry of the menu is added, moved up and left out again with the keyboard alone', async ({
  browser,
}) => {
  const editor = await member(browser, 'Chantha');
  await editor.goto('/en/staff/content/menu~menu');
  const labels = editor.getByRole('textbox', { name: /^Label.*English/ });
  await expect(labels.first()).toBeVisible();
  const count = await labels.count();
  // The last button adds to the menu itself, the others to its entries.
  const add = editor.getByRole('button', { name: /^Add entry/ }).last();
  const entry = (await add.textContent())?.replace('Add ', '').trim() ?? '';
  await tabTo(editor, add, 'Shift+Tab');
  await editor.keyboard.press('Enter');
  await expect(labels).toHaveCount(count + 1);
  await tabTo(editor, labels.last(), 'Shift+Tab');
  await editor.keyboard.type('Roofs');
  const group = editor.getByRole('group', { name: entry, exact: true }).last();
  await tabTo(editor, group.getByRole('button', { name: `Move ${entry} up` }), 'Shift+Tab');
  await editor.keyboard.press('Enter');
  await expect(labels.last()).not.toHaveValue('Roofs');
  await press(editor, editor.getByRole('button', { name: 'Discard', exact: true }));
  await expect(labels).toHaveCount(count);
  await editor.context().close();
});

test('synonyms are added and deleted with the keyboard alone', async ({ browser }) => {
  const editor = await member(browser, 'Chantha');
  const word = `keyboard${Date.now() % 1_000_000}`;
  await editor.goto('/en/staff/searches?view=synonyms');
  await press(editor, editor.getByRole('button', { name: 'Add synonyms' }));
  await expect(dialog(editor).getByRole('textbox', { name: 'Word 1' })).toBeFocused();
  await editor.keyboard.type(word);
  await type(editor, dialog(editor).getByRole('textbox', { name: 'Word 2' }), `${word}s`);
  await editor.keyboard.press('Enter');
  await expect(editor.getByRole('listitem').filter({ hasText: word })).toBeVisible();
  await press(editor, editor.getByRole('button', { name: new RegExp(`^Delete ${word}`) }));
  await expect(editor.getByRole('listitem').filter({ hasText: word })).toBeHidden();
  await editor.context().close();
});
