import { type Browser, expect, type Page } from '@playwright/test';
import { axeViolationsInBothSchemes } from './axe';
import { canMakeStaff, member } from './chat-helpers';
import { dayIn, discardDraft, scheduleDraft } from './content-drafts';
import { call, placeOrder, shopper } from './shopper';
import { test } from './test';
import { inColorScheme } from './wait-for-animations';

test.skip(!canMakeStaff, 'needs a shop it can make staff for');

const SYNONYMS = '/api/staff/searches/synonyms';
/** Groups of one page of the list, and one more. */
const GROUPS = 51;

/** A manager in a window as wide as the project's, without animations. */
async function managerLike(page: Page, browser: Browser): Promise<Page> {
  const manager = await member(browser, 'Chantha');
  await manager.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
  await manager.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  return manager;
}

/** Expects no fault of the page as it is now, in both color schemes. */
async function expectNoFault(manager: Page, state: string): Promise<void> {
  expect(await axeViolationsInBothSchemes(manager, state)).toEqual([]);
  await inColorScheme(manager, 'light');
}

const dialog = (manager: Page) => manager.getByRole('dialog').filter({ visible: true });

test('matched bank statement and its question pass axe', async ({ page, browser }) => {
  await shopper(page);
  const { order_id, number } = await placeOrder(page, 'transfer');
  const manager = await managerLike(page, browser);
  const { unpaid } = await call(manager, 'GET', `/api/staff/orders/${order_id}`);
  await manager.goto('/en/staff/orders/transfers');
  const statement = [`FT1 ${unpaid} ${number}`, 'no amount here', 'FT2 7 777 777'].join('\n');
  await manager.getByLabel('Lines of the bank statement').fill(statement);
  await manager.getByRole('button', { name: 'Find the orders' }).click();
  const record = manager.getByRole('button', { name: `Record payment… ${number}` });
  await expect(record).toBeVisible();
  await expectNoFault(manager, 'matched lines');
  await record.click();
  await expect(dialog(manager)).toBeVisible();
  await expectNoFault(manager, 'question of a matched line');
  await manager.context().close();
});

test('picking list with ticks and the dialog of the delivery day pass axe', async ({
  page,
  browser,
}) => {
  await shopper(page);
  const [first, second] = [await placeOrder(page), await placeOrder(page)];
  const manager = await managerLike(page, browser);
  const path = `/api/staff/orders/${first.order_id}`;
  const { version, lines } = await call(manager, 'GET', path);
  await call(manager, 'POST', `${path}/actions`, { action: 'confirm', version });
  const [{ pro_id, quantity }] = lines;
  await call(manager, 'PUT', `${path}/picked-lines`, { pro_id, quantity, picked: true });
  await manager.goto(`/en/staff/orders/print?doc=picking&orders=${first.number},${second.number}`);
  await expect(manager.getByRole('checkbox', { name: /^Picked: / })).toBeChecked();
  await expectNoFault(manager, 'picking list');

  await manager.goto(`/en/staff/orders/${first.order_id}`);
  await manager.getByRole('button', { name: 'Plan: Delivery day' }).click();
  await expect(dialog(manager).getByLabel('Day', { exact: true })).toBeVisible();
  await expectNoFault(manager, 'dialog of the delivery day');
  await dialog(manager).getByRole('button', { name: 'Afternoon' }).click();
  await dialog(manager).getByRole('button', { name: 'Save' }).click();
  await expect(manager.getByRole('button', { name: 'Change: Delivery day' })).toBeVisible();
  await expectNoFault(manager, 'planned day');
  await manager.context().close();
});

test('drafts with a day of publication and the menu editor pass axe', async ({
  page,
  browser,
}, info) => {
  test.skip(info.project.name === 'phone', 'phone and desktop share the drafts');
  const manager = await managerLike(page, browser);
  const [{ b_id }] = await call(page, 'GET', '/api/v1/branch');
  const branch = `branch/${b_id}`;
  const day = dayIn(3);
  await scheduleDraft(manager, 'hero/hero', day, ({ title }) => ({
    title: { ...(title as object), en: 'Roofs for the rains' },
  }));
  await scheduleDraft(manager, branch, day, () => ({ b_name_eng: 'Store of the draft' }));
  try {
    for (const address of ['hero~hero', `branch~${b_id}`]) {
      await manager.goto(`/en/staff/content/${address}`);
      const panel = manager.getByRole('region', { name: 'Draft', exact: true });
      await expect(panel.getByLabel('Publish automatically on')).toHaveValue(day);
      await expectNoFault(manager, address);
      await panel.getByLabel('Publish automatically on').fill(dayIn(-1));
      await expect(panel).toContainText('Choose a day after today');
      await expectNoFault(manager, `${address} with a day that has passed`);
    }
  } finally {
    await discardDraft(manager, 'hero/hero');
    await discardDraft(manager, branch);
  }
  await manager.goto('/en/staff/content/menu~menu');
  await manager
    .getByRole('button', { name: /^Add entry/ })
    .last()
    .click();
  await manager
    .getByRole('textbox', { name: /^Label/ })
    .last()
    .fill('Roofs');
  await expect(manager.getByRole('region', { name: 'Save' })).toBeVisible();
  await expectNoFault(manager, 'menu with a new entry');
  await manager.context().close();
});

test('second page and dialog of the synonyms pass axe', async ({ page, browser }, info) => {
  test.skip(info.project.name === 'phone', 'phone and desktop share the synonyms');
  test.setTimeout(300_000);
  const manager = await managerLike(page, browser);
  const word = `paging${Date.now() % 1_000_000}`;
  const made: { group_id: number }[] = [];
  try {
    for (let number = 0; number < GROUPS; number += 1) {
      const words = [`${word}a${number}`, `${word}b${number}`];
      made.push(await call(manager, 'POST', SYNONYMS, { words }));
    }
    await manager.goto(`/en/staff/searches?view=synonyms&search=${word}`);
    const groups = manager.getByRole('list', { name: 'Synonyms' }).getByRole('listitem');
    await expect(groups).toHaveCount(GROUPS - 1);
    await manager.getByRole('button', { name: 'Show more' }).click();
    await expect(groups).toHaveCount(GROUPS);
    await expectNoFault(manager, 'second page');
    await manager.getByRole('button', { name: 'Add synonyms' }).first().click();
    await expect(dialog(manager).getByRole('textbox', { name: 'Word 1' })).toBeFocused();
    await expectNoFault(manager, 'dialog of synonyms');
  } finally {
    for (const { group_id } of made) await call(manager, 'DELETE', `${SYNONYMS}/${group_id}`);
  }
  await manager.context().close();
});
