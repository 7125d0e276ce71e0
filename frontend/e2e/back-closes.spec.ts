import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './test';
import { waitForAnimations } from './wait-for-animations';
import { waitForHydration } from './wait-for-hydration';

const LIST = '/en/shop';
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;
const entries = (page: Page) => page.evaluate(() => history.state.__TSR_index as number);
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));
const header = (page: Page, name: RegExp) => page.locator('header').getByRole('button', { name });

/** Opens the list, scrolls it, and opens the overlay over it. */
async function open(page: Page, button: RegExp, overlay: Locator): Promise<number> {
  await page.goto(LIST);
  await waitForHydration(page);
  const before = await entries(page);
  await header(page, button).click();
  await expect(overlay).toBeVisible();
  await waitForAnimations(overlay);
  await expect.poll(() => entries(page)).toBe(before + 1);
  return before;
}

for (const [name, button] of [
  ['Cart', /^Cart: /],
  ['Wishlist', /^Wishlist: /],
] as const) {
  test(`back closes the drawer ${name} and stays on the list`, async ({ page }) => {
    const drawer = page.getByRole('dialog', { name });
    const before = await open(page, button, drawer);
    await page.goBack();
    await expect(drawer).toBeHidden();
    expect(new URL(page.url()).pathname).toBe(LIST);
    expect(await entries(page)).toBe(before);
    await page.goForward();
    await expect(drawer).toBeHidden();
  });
}

test('closed drawer leaves no history entry, and a link of it replaces the entry', async ({
  page,
}) => {
  const drawer = page.getByRole('dialog', { name: 'Wishlist' });
  const before = await open(page, /^Wishlist: /, drawer);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect.poll(() => entries(page)).toBe(before);
  await page.goto('/en/promotions');
  await waitForHydration(page);
  await header(page, /^Wishlist: /).click();
  await expect.poll(() => entries(page)).toBeGreaterThan(0);
  await drawer.getByRole('link', { name: 'Shop now' }).click();
  await expect(page).toHaveURL(/\/en\/shop$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/en\/promotions$/);
  await expect(drawer).toBeHidden();
});

test('reloaded page leaves the entry of the drawer that was open', async ({ page }) => {
  const drawer = page.getByRole('dialog', { name: 'Wishlist' });
  await page.goto('/en/promotions');
  await waitForHydration(page);
  const before = await open(page, /^Wishlist: /, drawer);
  await page.reload();
  await expect.poll(() => entries(page)).toBe(before);
  expect(new URL(page.url()).pathname).toBe(LIST);
  await page.goBack();
  await expect(page).toHaveURL(/\/en\/promotions$/);
});

test('link of a drawer to the page below adds no history entry', async ({ page }) => {
  const drawer = page.getByRole('dialog', { name: 'Wishlist' });
  await page.goto('/en/promotions');
  await waitForHydration(page);
  const before = await open(page, /^Wishlist: /, drawer);
  await drawer.getByRole('link', { name: 'Shop now' }).click();
  await expect(drawer).toBeHidden();
  await expect.poll(() => entries(page)).toBe(before);
  await page.goBack();
  await expect(page).toHaveURL(/\/en\/promotions$/);
});

test('back on a phone closes the search, which covers the page', async ({ page }) => {
  test.skip(!isPhone(page), 'the list of wider screens is a dropdown');
  await page.goto(LIST);
  await waitForHydration(page);
  const search = page.getByRole('combobox', { name: 'Search products' });
  await search.click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await expect.poll(() => entries(page)).toBe(1);
  await page.goBack();
  await expect(page.getByRole('listbox')).toBeHidden();
  expect(new URL(page.url()).pathname).toBe(LIST);
  await expect.poll(() => entries(page)).toBe(0);
});

test('back on a phone closes the menu panel, the chat and the notifications', async ({ page }) => {
  test.skip(!isPhone(page), 'the panel, and a chat that covers the page, are for phones');
  const panel = page.getByRole('dialog', { name: 'Menu' });
  await open(page, /^Open menu$/, panel);
  await page.goBack();
  await expect(panel).toBeHidden();
  await page.locator('.chat-launcher').click();
  const chat = page.locator('dialog.chat');
  await expect(chat).toBeVisible();
  await expect.poll(() => entries(page)).toBe(1);
  await page.goBack();
  await expect(chat).toBeHidden();
  await header(page, /^Notifications/).click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await expect(list).toBeVisible();
  await expect.poll(() => entries(page)).toBe(1);
  await page.goBack();
  await expect(list).toBeHidden();
  expect(new URL(page.url()).pathname).toBe(LIST);
});

test('list keeps its scroll position while a drawer opens and closes', async ({ page }) => {
  await page.goto(LIST);
  await waitForHydration(page);
  await page
    .locator('main')
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .waitFor();
  await page.mouse.wheel(0, 600);
  await expect.poll(() => scrolled(page)).toBe(600);
  // Without Playwright's scrolling to the button. The header's height moves the page by a few pixels.
  await header(page, /^Cart: /).dispatchEvent('click');
  const drawer = page.getByRole('dialog', { name: 'Cart' });
  await expect(drawer).toBeVisible();
  await expect.poll(() => entries(page)).toBe(1);
  await page.goBack();
  await expect(drawer).toBeHidden();
  await expect.poll(() => entries(page)).toBe(0);
  expect(Math.abs((await scrolled(page)) - 600)).toBeLessThan(20);
});
