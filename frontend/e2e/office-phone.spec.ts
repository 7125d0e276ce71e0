import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { canMakeStaff, customer, member } from './chat-helpers';
import { call, newPhone, PASSWORD, placeOrder } from './shopper';
import { test } from './test';

test.skip(!canMakeStaff, 'needs a shop it can make staff for');
test.skip(({ viewport }) => (viewport?.width ?? 0) > 390, 'journeys on a phone');

const LIST_OF_CUSTOMERS = 14;

/** A manager on a phone. */
async function onPhone(page: Page, browser: Browser): Promise<Page> {
  const manager = await member(browser, 'Chantha');
  await manager.setViewportSize(page.viewportSize() ?? { width: 390, height: 844 });
  await manager.emulateMedia({ reducedMotion: 'reduce' });
  return manager;
}

/** The list of cards, which scrolls alone. */
const cards = (page: Page): Locator => page.locator('ul.o-scroll');
const scrolled = (page: Page) => cards(page).evaluate(({ scrollTop }) => Math.round(scrollTop));

/** Chooses filters and the sort order in the sheet, by the labels of their fields. */
async function choose(page: Page, choices: Record<string, string>): Promise<void> {
  await page.getByRole('button', { name: /^Filters/ }).click();
  const sheet = page.getByRole('dialog', { name: /^Filters/ });
  for (const [field, choice] of Object.entries(choices)) {
    await sheet.getByLabel(field, { exact: true }).selectOption({ label: choice });
  }
  await sheet.getByRole('button', { name: 'Show' }).click();
  await expect(sheet).toBeHidden();
}

/** Scroll position of the list once it rests: cards get their height when they come into view. */
async function restingPosition(page: Page): Promise<number> {
  let last = -1;
  await expect
    .poll(
      async () => {
        const before = last;
        last = await scrolled(page);
        return last > 0 && last === before;
      },
      { intervals: [200] },
    )
    .toBe(true);
  return last;
}

/** Opens the last card of a list, goes back, and expects the same address, scroll position and card. */
async function openAndReturn(page: Page, card: Locator): Promise<void> {
  const link = card.getByRole('link').first();
  await link.hover();
  const [address, position] = [page.url(), await restingPosition(page)];
  await link.click();
  await expect(page).not.toHaveURL(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(card).toBeInViewport();
  await expect.poll(() => scrolled(page)).toBe(position);
}

/** Selects a card by a long press. Afterwards a tap on the checkbox of a card selects it. */
async function pressLong(page: Page, card: Locator): Promise<void> {
  await card.hover();
  await page.mouse.down();
  await expect(card.getByRole('checkbox')).toBeChecked();
  await page.mouse.up();
}

test('back on a phone closes the filters and stays on the list', async ({ page, browser }) => {
  const manager = await onPhone(page, browser);
  await manager.goto('/en/staff/products');
  await expect(manager.locator('[data-product]:visible').first()).toBeVisible();
  const address = manager.url();
  const entries = () => manager.evaluate(() => history.state.__TSR_index as number);
  const before = await entries();
  await manager.getByRole('button', { name: /^Filters/ }).click();
  const sheet = manager.getByRole('dialog', { name: /^Filters/ });
  await expect(sheet).toBeVisible();
  await expect.poll(entries).toBe(before + 1);
  await manager.goBack();
  await expect(sheet).toBeHidden();
  await expect(manager).toHaveURL(address);
  expect(await entries()).toBe(before);
});

test('products on a phone are filtered and sorted, and the way back keeps both and the position', {
  tag: '@gate',
}, async ({ page, browser }) => {
  const manager = await onPhone(page, browser);
  await manager.goto('/en/staff/products');
  await expect(manager.locator('[data-product]:visible').first()).toBeVisible();
  await choose(manager, { Stock: 'In stock', 'Sort by': 'Highest price first' });
  await expect(manager).toHaveURL(/stock=in&sort=price_desc/);
  await openAndReturn(manager, manager.locator('[data-product]:visible').last());
  await manager.context().close();
});

test('orders on a phone: a saved view is opened, filtered and sorted, and a selection confirmed', async ({
  page,
  browser,
}) => {
  const { name } = await customer(page);
  const orders = [];
  for (let count = 0; count < 8; count += 1) {
    orders.push(await placeOrder(page, count === 0 ? 'transfer' : 'cod'));
  }
  const clerk = await onPhone(page, browser);
  await clerk.goto(`/en/staff/orders?search=${name}`);
  await clerk.getByRole('button', { name: 'Save view' }).click();
  const dialog = clerk.getByRole('dialog', { name: 'Save this list as a view' });
  await dialog.getByLabel('Name of the view').fill('Orders of Noy');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await clerk.goto('/en/staff/orders');
  const view = clerk.getByRole('link', { name: /^Orders of Noy/ });
  await expect(view).toContainText('8');
  await view.click();
  await expect(clerk).toHaveURL(new RegExp(`search=${name}`));

  await choose(clerk, { Method: 'cash', 'Sort by': 'Oldest first' });
  const list = clerk.locator('[data-order]:visible');
  await expect(list).toHaveCount(7);
  await expect(list.first()).toContainText(orders[1]?.number ?? '');
  await openAndReturn(clerk, list.last());
  await expect(clerk).toHaveURL(/payment_method=cod&sort=oldest/);

  await pressLong(clerk, list.last());
  await list.nth(5).getByRole('checkbox').check();
  const bar = clerk.getByRole('region', { name: 'With the selection' });
  await expect(bar).toContainText('2 selected');
  await bar.getByRole('button', { name: 'Confirm 2' }).click();
  await expect(bar).toBeHidden();
  for (const row of [list.nth(5), list.last()]) await expect(row).toContainText('Preparing');
  await expect(list.first()).toContainText('To confirm');
  await clerk.context().close();
});

test('products on a phone: a saved view is opened, and a selection hidden and shown again', async ({
  page,
  browser,
}) => {
  const manager = await onPhone(page, browser);
  await manager.goto('/en/staff/products?brand=Namsaro');
  const list = manager.locator('[data-product]:visible');
  await expect(list.nth(1)).toBeVisible();
  await manager.getByRole('button', { name: 'Save view' }).click();
  const dialog = manager.getByRole('dialog', { name: 'Save this list as a view' });
  await dialog.getByLabel('Name of the view').fill('Goods of a brand');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await manager.goto('/en/staff/products');
  await manager.getByRole('link', { name: /^Goods of a brand/ }).click();
  await choose(manager, { 'Sort by': 'Lowest price first' });
  await expect(manager).toHaveURL(/brand=Namsaro&sort=price_asc/);
  const [first, second] = [list.first(), list.nth(1)];
  await expect(first).toBeVisible();
  await pressLong(manager, first);
  await second.getByRole('checkbox').check();
  const bar = manager.getByRole('region', { name: 'With the selection' });
  await bar.getByRole('button', { name: 'Hide' }).click();
  await expect(manager.getByText('2 products changed')).toBeVisible();
  await expect(first).toContainText('Hidden');
  await manager.getByRole('button', { name: 'Undo' }).click();
  await expect(first).not.toContainText('Hidden');
  await expect(manager).toHaveURL(/brand=Namsaro&sort=price_asc/);
  await manager.context().close();
});

test('customers on a phone are searched, and the way back keeps search and position', async ({
  page,
  browser,
}) => {
  const lname = `Vong${newPhone().replace(/\D/g, '').slice(-8)}`;
  for (let count = 0; count < LIST_OF_CUSTOMERS; count += 1) {
    const person = { fname: `Noy ${count}`, lname, phone: newPhone(), password: PASSWORD };
    await call(page, 'POST', '/api/auth/register', person);
  }
  const clerk = await onPhone(page, browser);
  await clerk.goto('/en/staff/customers');
  await clerk.getByRole('searchbox', { name: 'Name, phone, e-mail' }).fill(lname);
  await expect(clerk).toHaveURL(new RegExp(`search=${lname}`));
  const list = cards(clerk).getByRole('listitem');
  await expect(list).toHaveCount(LIST_OF_CUSTOMERS);
  await openAndReturn(clerk, list.last());
  await clerk.getByRole('link', { name: 'Blocked' }).click();
  await expect(clerk.getByText('No customer found')).toBeVisible();
  await clerk.goBack();
  await expect(list).toHaveCount(LIST_OF_CUSTOMERS);
  await clerk.context().close();
});
