import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './test';

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;

async function openCategoryMenu(page: Page): Promise<Locator> {
  if (isPhone(page)) {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Shop by category' }).click();
  } else {
    await page.getByRole('button', { name: 'All categories' }).click();
  }
  const menu = page.getByRole('dialog', { name: 'All categories' });
  await expect(menu).toBeVisible();
  return menu;
}

const category = (menu: Locator, name: string) => menu.getByRole('button', { name });
const products = (menu: Locator, group: string) =>
  menu.getByRole('list', { name: group }).getByRole('link');

test('category menu scrolls to the last product of a group and opens one', {
  tag: '@gate',
}, async ({ page }) => {
  await page.goto('/en');
  const menu = await openCategoryMenu(page);
  await category(menu, 'Tiles & Flooring').click();
  await menu.getByRole('button', { name: /^Floor Tiles/ }).click();
  await expect(products(menu, 'Floor Tiles')).toHaveCount(10);

  const end = menu.getByText('All products shown');
  await expect(async () => {
    await products(menu, 'Floor Tiles').last().scrollIntoViewIfNeeded();
    await expect(end).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(products(menu, 'Floor Tiles')).toHaveCount(28);

  const last = products(menu, 'Floor Tiles').last();
  const href = await last.getAttribute('href');
  await last.click();
  await expect(page).toHaveURL(new RegExp(`${href}$`));
  await expect(menu).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await page.goBack();
  await expect(products(menu, 'Floor Tiles')).toHaveCount(28);
});

test('link to the whole group opens it in the shop', async ({ page }) => {
  await page.goto('/en');
  const menu = await openCategoryMenu(page);
  await category(menu, 'Power Tools').click();
  await menu.getByRole('button', { name: /^Drills/ }).click();
  await menu.getByRole('link', { name: /^View all \d/ }).click();
  await expect(page).toHaveURL(/\/en\/shop\?category=4&group=401$/);
  await expect(menu).toBeHidden();
});

test('search in the category menu narrows the lists by Lao and English names', async ({ page }) => {
  await page.goto('/en');
  const menu = await openCategoryMenu(page);
  const search = menu.getByRole('textbox', { name: 'Filter these lists by name' });
  await search.fill('tILES');
  await expect(category(menu, 'Tiles & Flooring')).toBeVisible();
  await expect(category(menu, 'Power Tools')).toBeHidden();
  await search.fill('ສະຫວ່ານ');
  await expect(category(menu, 'Power Tools')).toBeVisible();
  await expect(category(menu, 'Tiles & Flooring')).toBeHidden();
  await search.fill('zzzz');
  await expect(menu.getByText('No data found').first()).toBeVisible();
  await expect(menu.getByRole('link', { name: /whole shop for “zzzz”/ })).toHaveAttribute(
    'href',
    '/en/shop?search=zzzz',
  );
  await search.press('Escape');
  await expect(search).toHaveValue('');
  await expect(category(menu, 'Tiles & Flooring')).toBeVisible();
});

test('search matched by products alone keeps their category and group in the menu', async ({
  page,
}) => {
  test.skip(isPhone(page), 'a phone shows one list at a time');
  await page.goto('/en');
  const menu = await openCategoryMenu(page);
  await expect(category(menu, 'Building Materials')).toHaveAttribute('aria-current', 'true');
  await expect(menu.getByRole('button', { name: /^Cement/ })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await menu.getByRole('textbox').fill('grout');
  await expect(products(menu, 'Cement').filter({ hasText: /grout/i }).first()).toBeVisible();
  await expect(category(menu, 'Tiles & Flooring')).toBeHidden();
  await expect(category(menu, 'Building Materials')).toBeVisible();
  await expect(menu.getByRole('button', { name: /^Cement/ })).toBeVisible();
  await expect(menu.getByText('No data found')).toHaveCount(0);
});

test('products of the category menu on a tablet are rows with a small image', async ({ page }) => {
  test.skip(isPhone(page), 'a width of its own');
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto('/en');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Shop by category' }).click();
  const rows = products(page.getByRole('dialog', { name: 'All categories' }), 'Cement');
  await expect(rows).toHaveCount(10);
  await expect(rows.nth(4)).toBeInViewport({ ratio: 1 });
  const image = await rows.first().locator('img').boundingBox();
  expect(image?.width).toBeLessThan(90);
});

test('category menu on a phone goes back one step at a time', { tag: '@gate' }, async ({
  page,
}) => {
  test.skip(!isPhone(page), 'three columns stand beside each other');
  await page.goto('/en/about');
  const menu = await openCategoryMenu(page);
  await category(menu, 'Lighting').click();
  await expect(menu.getByRole('heading', { name: 'Lighting' })).toBeFocused();
  await menu
    .getByRole('button', { name: /^LED Bulbs|^Bulbs|^Ceiling/ })
    .first()
    .click();
  await menu.getByRole('button', { name: 'Back' }).click();
  await expect(menu.getByRole('heading', { name: 'Lighting' })).toBeVisible();
  await page.goBack();
  await expect(menu.getByRole('heading', { name: 'All categories' })).toBeVisible();
  await expect(category(menu, 'Lighting')).toBeFocused();
  await page.goBack();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(/\/en\/about$/);
});

test('hovered entry on a desktop opens, an entry passed on the way does not', async ({ page }) => {
  test.skip(isPhone(page), 'a phone has no pointer');
  await page.clock.install();
  await page.goto('/en');
  const menu = await openCategoryMenu(page);
  const tools = category(menu, 'Hand Tools');
  await tools.hover({ position: { x: 60, y: 10 } });
  await page.mouse.move(0, 0);
  await tools.hover({ position: { x: 60, y: 20 } });
  await tools.hover({ position: { x: 62, y: 26 } });
  await expect(tools).toHaveAttribute('aria-current', 'true');

  // The pointer's speed decides, so from here on time advances only with its steps.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  // From "Hand Tools" diagonally to the groups, over the entry below.
  const from = await tools.boundingBox();
  if (!from) throw new Error('no box');
  const start = { x: from.x + 60, y: from.y + 26 };
  await page.mouse.move(start.x, start.y);
  for (let step = 1; step <= 12; step++) {
    await page.mouse.move(start.x + step * 22, start.y + step * 6);
    await page.clock.runFor(12);
  }
  await page.clock.runFor(500);
  // Waits until the started rendering is complete.
  await page.evaluate(
    () =>
      new Promise((drawn) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = drawn;
        port2.postMessage('');
      }),
  );
  await expect(tools).toHaveAttribute('aria-current', 'true');
});

test('category menu can be used by keyboard alone', async ({ page }) => {
  test.skip(isPhone(page), 'desktop journey');
  await page.goto('/en');
  const opener = page.getByRole('button', { name: 'All categories' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog', { name: 'All categories' });
  await expect(category(menu, 'Building Materials')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(category(menu, 'Tiles & Flooring')).toHaveAttribute('aria-current', 'true');
  await expect(menu.getByRole('button', { name: /^Floor Tiles/ })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(menu.getByRole('button', { name: /^Wall Tiles/ })).toBeFocused();
  await expect(products(menu, 'Wall Tiles')).toHaveCount(10);
  await page.keyboard.press('ArrowRight');
  await expect(products(menu, 'Wall Tiles').first()).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(menu.getByRole('button', { name: /^Wall Tiles/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();
});

test('back button on a product reopens the category menu at that product', async ({ page }) => {
  test.skip(isPhone(page), 'desktop journey');
  await page.goto('/en');
  const menu = await openCategoryMenu(page);
  await category(menu, 'Tiles & Flooring').click();
  await menu.getByRole('button', { name: /^Wall Tiles/ }).click();
  const third = products(menu, 'Wall Tiles').nth(2);
  await third.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/shop\/\d+$/);
  await page.goBack();
  await expect(menu).toBeVisible();
  await expect(third).toBeFocused();
});

test('menu column that cannot load offers a retry', async ({ page }) => {
  await page.goto('/en');
  const menu = await openCategoryMenu(page);
  await page.route('**/api/v1/group?cat_id=3', (route) => route.abort());
  await category(menu, 'Paint & Painting Supplies').click();
  const alert = menu.getByRole('alert');
  await expect(alert).toBeVisible();
  await page.unroute('**/api/v1/group?cat_id=3');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(menu.getByRole('button', { name: /^Interior/ }).first()).toBeVisible();
});
