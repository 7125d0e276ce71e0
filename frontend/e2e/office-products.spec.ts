import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Page, type TestInfo } from '@playwright/test';
import { canMakeStaff, member } from './chat-helpers';
import { call } from './shopper';
import { test } from './test';
import { inColorScheme } from './wait-for-animations';

test.skip(!canMakeStaff, 'needs a shop it can make staff for');

/** Phone and desktop tests change the same shop at the same time, so each has products of its own. */
const OWN = {
  phone: { product: 1_304_005, brand: 'Voratex', first: 106_010, second: 106_011 },
  desktop: { product: 1_304_006, brand: 'Maideno', first: 105_021, second: 105_022 },
};
const ownOf = ({ project }: TestInfo) => (project.name === 'phone' ? OWN.phone : OWN.desktop);

/** A manager in a window as wide as the project's. */
async function managerLike(page: Page, browser: Browser): Promise<Page> {
  const manager = await member(browser, 'Chantha');
  await manager.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
  return manager;
}

const priceOf = async (page: Page, proId: number): Promise<number> =>
  (await call(page, 'GET', `/api/staff/products/${proId}`)).price;

const kip = (value: number) => value.toLocaleString('en-US');

test(
  'a manager edits a price, and a shopper sees it',
  { tag: '@gate' },
  async ({ page, browser }, info) => {
    const { product } = ownOf(info);
    const manager = await managerLike(page, browser);
    const before = await priceOf(manager, product);
    const after = before + 5_500;
    await manager.goto(`/en/staff/products?search=${product}`);
    const row = manager.locator(`[data-product="${product}"]:visible`);
    await row.getByRole('link').click();
    await expect(manager).toHaveURL(new RegExp(`/staff/products/${product}$`));
    await manager.getByLabel('Price in kip').fill(kip(after));
    await expect(manager.getByText('1 change not saved')).toBeVisible();
    await manager.keyboard.press('Control+s');
    await expect(manager.getByRole('region', { name: 'Save' })).toBeHidden();
    const ledger = manager.getByRole('region', { name: 'Changes' });
    await expect(ledger).toContainText(`₭${kip(after)}`);

    await expect(async () => {
      await page.goto(`/en/shop/${product}`);
      await expect(page.locator('main')).toContainText(kip(after), { timeout: 10_000 });
    }).toPass();

    await ledger
      .getByRole('listitem')
      .filter({ hasText: `₭${kip(after)}` })
      .getByRole('button', { name: 'Undo: Edited' })
      .first()
      .click();
    await expect(manager.getByLabel('Price in kip')).toHaveValue(kip(before));
    await manager.context().close();
  },
);

test('cell of the product list is edited by keyboard', async ({ page, browser }, info) => {
  test.skip(info.project.name === 'phone', 'phones have cards');
  const { product } = ownOf(info);
  const manager = await managerLike(page, browser);
  const before = await priceOf(manager, product);
  await manager.goto(`/en/staff/products?search=${product}`);
  const row = manager.locator(`tr[data-product="${product}"]`);
  await expect(row).toBeVisible();
  await manager.keyboard.press('j');
  await expect(row).toHaveAttribute('data-current', 'true');
  await manager.keyboard.press('e');
  const cell = manager.locator('.o-cell-input');
  await cell.fill(String(before + 1_000));
  await cell.press('Escape');
  await expect(cell).toBeHidden();
  await manager.keyboard.press('e');
  await cell.fill(String(before + 1_000));
  await cell.press('Enter');
  await expect(cell).toBeHidden();
  expect(await priceOf(manager, product)).toBe(before + 1_000);
  await manager.keyboard.press('z');
  await expect.poll(() => priceOf(manager, product)).toBe(before);
  await manager.context().close();
});

test('bulk price change of a brand is undone as a whole', async ({ page, browser }, info) => {
  const { brand, first, second } = ownOf(info);
  const manager = await managerLike(page, browser);
  const before = [await priceOf(manager, first), await priceOf(manager, second)];
  await manager.goto(`/en/staff/products?brand=${brand}`);
  const row = manager.locator(`[data-product="${first}"]:visible`);
  await expect(row).toBeVisible();
  if (info.project.name === 'phone') {
    await row.hover();
    await manager.mouse.down();
    await expect(row.getByRole('checkbox')).toBeVisible();
    await manager.mouse.up();
    await manager.getByRole('button', { name: /^Select all \d+$/ }).click();
  } else {
    await manager.getByRole('checkbox', { name: 'Select all' }).check();
  }
  await manager
    .getByRole('region', { name: 'With the selection' })
    .getByRole('button', { name: 'Price…' })
    .click();
  await manager.getByLabel('Change by').fill('+3');
  const preview = manager.locator(`[data-preview="${first}"]`);
  await expect(preview).toContainText(`₭${kip(before[0] ?? 0)}`);
  await manager.getByRole('button', { name: /^Change \d+ products$/ }).click();
  await expect(manager.getByText(/^\d+ products changed$/)).toBeVisible();
  const dearer = (price = 0) => Math.round((price * 1.03) / 500) * 500;
  expect(await priceOf(manager, first)).toBe(dearer(before[0]));
  expect(await priceOf(manager, second)).toBe(dearer(before[1]));

  await manager.goto(`/en/staff/products/${first}`);
  const ledger = manager.getByRole('region', { name: 'Changes' });
  await ledger.getByRole('button', { name: 'Undo: Bulk change' }).first().click();
  await manager.getByRole('button', { name: /^All \d+ products$/ }).click();
  await expect(manager.getByText(/^Undone for \d+ products$/)).toBeVisible();
  expect(await priceOf(manager, first)).toBe(before[0]);
  expect(await priceOf(manager, second)).toBe(before[1]);
  await manager.context().close();
});

test('stock is received with a delivery note, and the ledger has it', async ({
  page,
  browser,
}, info) => {
  const { product } = ownOf(info);
  const manager = await managerLike(page, browser);
  await manager.goto(`/en/staff/products/${product}`);
  const panel = manager.getByRole('region', { name: 'Stock' });
  await panel.getByLabel('Units').fill('60');
  const note = `PO-${Date.now() % 1_000_000_000}`;
  await panel.getByLabel('Reason').fill(note);
  await panel.getByRole('button', { name: 'Save the stock' }).click();
  const entries = manager.getByRole('region', { name: 'Changes' }).getByRole('listitem');
  const entry = entries.filter({ hasText: note }).filter({ hasText: '+60' });
  await expect(entry).toBeVisible();
  const taken = entries.filter({ hasText: '−60' });
  const before = await taken.count();
  await entry.getByRole('button', { name: 'Undo: Received' }).click();
  await expect(taken).toHaveCount(before + 1);
  await manager.context().close();
});

test('product pages of the back office pass axe, light and dark', async ({
  page,
  browser,
}, info) => {
  const { product, brand } = ownOf(info);
  const manager = await managerLike(page, browser);
  await manager.emulateMedia({ reducedMotion: 'reduce' });
  const row = manager.locator('[data-product]:visible').first();
  const pages: [address: string, ready: () => Promise<void>][] = [
    [`/en/staff/products?brand=${brand}`, () => expect(row).toBeVisible()],
    [
      '/en/staff/products?search=nosuchproduct',
      () => expect(manager.getByText('No product found')).toBeVisible(),
    ],
    [
      `/la/staff/products/${product}`,
      () => expect(manager.locator('.o-ledger, .o-edit-body').first()).toBeVisible(),
    ],
  ];
  for (const [address, ready] of pages) {
    await manager.goto(address);
    await ready();
    for (const theme of ['light', 'dark'] as const) {
      await inColorScheme(manager, theme);
      const { violations } = await new AxeBuilder({ page: manager }).analyze();
      const faults = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
      );
      expect(faults, `${address}, ${theme}`).toEqual([]);
    }
  }
  await manager.context().close();
});
