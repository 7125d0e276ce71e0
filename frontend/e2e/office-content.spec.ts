import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Page } from '@playwright/test';
import { canMakeStaff, member } from './chat-helpers';
import { call } from './shopper';
import { test } from './test';

test.skip(!canMakeStaff, 'needs a shop it can make staff for');

const CONTENT = '/api/staff/content';

/** A manager in a window as wide as the project's. */
async function managerLike(page: Page, browser: Browser): Promise<Page> {
  const manager = await member(browser, 'Chantha');
  await manager.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
  return manager;
}

/** Date in Laos a number of days from today. */
const day = (from: number) =>
  new Date(Date.now() + 7 * 3_600_000 + from * 86_400_000).toISOString().slice(0, 10);

type Item = { item_id: string; version: string; body: { title: { en: string } } };

async function remove(manager: Page, kind: string, title: string): Promise<void> {
  const items: Item[] = await call(manager, 'GET', `${CONTENT}/${kind}?limit=100`);
  for (const item of items.filter(({ body }) => body.title.en === title)) {
    await call(manager, 'DELETE', `${CONTENT}/${kind}/${item.item_id}?version=${item.version}`);
  }
}

test(
  'an editor schedules and publishes a promotion, and a shopper sees it',
  { tag: '@gate' },
  async ({ page, browser }, info) => {
    const title = `Week of tools ${info.project.name}`;
    const manager = await managerLike(page, browser);
    await manager.goto('/en/staff/content');
    await manager.getByRole('link', { name: 'New', exact: true }).click();
    const titles = manager.getByRole('textbox', { name: /^Title/ });
    await titles.nth(1).fill(title);
    // The Lao title is missing, and can start as a copy.
    await manager.getByRole('button', { name: 'Copy' }).first().click();
    await expect(titles.first()).toHaveValue(title);
    await manager.getByLabel('Type').selectOption({ index: 1 });
    await manager.getByLabel('First day').fill(day(1));
    await manager.getByLabel('Last day').fill(day(9));
    // Shoppers see only promotions with products.
    await manager.getByLabel('Add a product: name or code').fill('cement');
    await manager
      .getByRole('button', { name: /^Add product/ })
      .first()
      .click();
    await expect(manager.locator('ol [data-promoted]')).toHaveCount(1);
    await manager.getByRole('button', { name: 'Create' }).click();
    await expect(manager).toHaveURL(/promotion~\d+$/);
    await expect(manager.getByText('Not published')).toBeVisible();

    await manager.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(manager.getByText('Scheduled')).toBeVisible();
    await page.goto('/en/promotion');
    await expect(page.locator('main')).not.toContainText(title);

    await manager.getByLabel('First day').fill(day(0));
    await manager.keyboard.press('Control+s');
    await expect(manager.getByText('Published', { exact: true }).first()).toBeVisible();
    await expect(async () => {
      const shown = await page.request.get('/api/v1/promotion');
      expect(await shown.text()).toContain(title);
    }).toPass();

    await manager.getByRole('button', { name: 'Preview' }).click();
    await expect(manager.frameLocator('iframe').getByText(title).first()).toBeVisible();
    await manager.getByRole('button', { name: 'Edit', exact: true }).click();

    await manager.getByRole('button', { name: 'Unpublish' }).click();
    await expect(async () => {
      const shown = await page.request.get('/api/v1/promotion');
      expect(await shown.text()).not.toContain(title);
    }).toPass();
    await remove(manager, 'promotion', title);
    await manager.context().close();
  },
);

test('two editors of one page lose nothing', async ({ page, browser }, info) => {
  test.skip(info.project.name === 'phone', 'phone and desktop share the pages');
  const manager = await managerLike(page, browser);
  await manager.goto('/en/staff/content?kind=page');
  await manager.locator('[data-content="service"]').getByRole('link').click();
  const text = manager.getByRole('textbox', { name: /^Text/ }).nth(1);
  const before = await text.inputValue();
  const item = await call(manager, 'GET', `${CONTENT}/page/service`);
  await text.fill(`${before} Call us on Sunday, too.`);
  // Another editor saves the title meanwhile.
  const body = { ...item.body, title: { ...item.body.title, en: 'Our services' } };
  await call(manager, 'PUT', `${CONTENT}/page/service`, { version: item.version, body });
  const saving = manager.getByRole('region', { name: 'Save' });
  await expect(async () => {
    await manager.keyboard.press('Control+s');
    await expect(saving).toBeHidden({ timeout: 2_000 });
  }).toPass();
  await expect(manager.getByRole('textbox', { name: /^Title/ }).nth(1)).toHaveValue('Our services');
  await expect(text).toHaveValue(`${before} Call us on Sunday, too.`);
  await expect(async () => {
    await page.goto('/en/service');
    await expect(page.locator('main')).toContainText('Call us on Sunday', { timeout: 10_000 });
    await expect(page.locator('h1')).toHaveText('Our services', { timeout: 10_000 });
  }).toPass();
  const now = await call(manager, 'GET', `${CONTENT}/page/service`);
  await call(manager, 'PUT', `${CONTENT}/page/service`, { version: now.version, body: item.body });
  await manager.context().close();
});

test('a draft of the home page is previewed on both devices, and unseen until it is published', async ({
  page,
  browser,
}, info) => {
  test.skip(info.project.name === 'phone', 'phone and desktop share the home page');
  const manager = await managerLike(page, browser);
  const hero = `${CONTENT}/hero/hero`;
  const before = await call(manager, 'GET', hero);
  const shown = async () => (await page.request.get('/api/v1/banner')).text();
  await manager.goto('/en/staff/content/hero~hero');
  const panel = manager.getByRole('region', { name: 'Draft', exact: true });
  await expect(panel).toContainText('There is no draft');
  await manager
    .getByRole('textbox', { name: /^Title/ })
    .nth(1)
    .fill('Roofs for the rains');
  await manager.keyboard.press('Control+s');
  await expect(panel).toContainText('Shoppers do not see it yet');
  expect(await shown()).not.toContain('Roofs for the rains');

  await manager.getByRole('button', { name: 'Preview' }).click();
  const title = manager.frameLocator('iframe').getByText('Roofs for the rains');
  for (const device of ['Phone', 'Desktop']) {
    await manager.getByRole('button', { name: device, exact: true }).click();
    await manager.getByRole('button', { name: 'English', exact: true }).click();
    await expect(title.first()).toBeVisible();
  }
  await manager.getByRole('button', { name: 'Edit', exact: true }).click();
  await manager.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(panel).toContainText('There is no draft');
  await expect(async () => expect(await shown()).toContain('Roofs for the rains')).toPass();
  const now = await call(manager, 'GET', hero);
  await call(manager, 'PUT', hero, { version: now.version, body: before.body });
  await manager.context().close();
});

test('content pages have no accessibility faults', async ({ page, browser }) => {
  const manager = await managerLike(page, browser);
  for (const path of [
    'content',
    'content?kind=branch',
    'content/page~about',
    'content/menu~menu',
  ]) {
    await manager.goto(`/en/staff/${path}`);
    await expect(manager.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await expect(manager.locator('.o-content-row, .o-panel').first()).toBeVisible();
    const { violations } = await new AxeBuilder({ page: manager }).analyze();
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
      path,
    ).toEqual([]);
  }
  await manager.context().close();
});
