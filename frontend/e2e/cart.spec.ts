import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { call, shopper } from './shopper';
import { test } from './test';
import { waitForAnimations } from './wait-for-animations';
import { waitForHydration } from './wait-for-hydration';

/** Products of the demo catalog: cement, a tile, a bulb, and a sofa with 18 in stock. */
const CEMENT = 101002;
const TILE = 201022;
const BULB = 806001;
const SOFA = 1203001;

const cartOf = async (page: Page): Promise<Record<number, number>> => {
  const { lines } = await call(page, 'GET', '/api/auth/cart');
  return Object.fromEntries(
    lines.map((line: { pro_id: number; quantity: number }) => [line.pro_id, line.quantity]),
  );
};

const cartButton = (page: Page) => page.locator('header').getByRole('button', { name: /^Cart: / });
const line = (drawer: Locator, id: number) => drawer.locator(`[data-line="${id}"]`);
const toast = (page: Page) => page.locator('[data-toast]');

async function openCart(page: Page): Promise<Locator> {
  await cartButton(page).click();
  const drawer = page.getByRole('dialog', { name: 'Cart' });
  await expect(drawer).toBeVisible();
  await waitForAnimations(drawer);
  return drawer;
}

/** Records the window's events from now on. */
async function listen(page: Page) {
  await page.evaluate(() => {
    const events: unknown[] = [];
    Object.assign(window, { events });
    window.addEventListener('cart-updated', (event) => events.push((event as CustomEvent).detail));
  });
  return () => page.evaluate(() => (window as unknown as { events: unknown[] }).events);
}

test('product added from a card is counted in the header at once', { tag: '@gate' }, async ({
  page,
}) => {
  await shopper(page);
  await page.goto('/en/shop');
  await waitForHydration(page);
  const events = await listen(page);
  const add = page.getByRole('button', { name: 'Add to cart: Portland cement type I 50 kg' });
  await add.first().click();
  await expect(cartButton(page)).toHaveAccessibleName('Cart: 1 item, ₭58,000.00');
  await expect(toast(page)).toContainText('Added to the cart');
  await expect
    .poll(events)
    .toEqual([{ type: 'add', pro_id: CEMENT, quantity: 1, price: 58_000, count: 1 }]);
  await expect.poll(() => cartOf(page)).toEqual({ [CEMENT]: 1 });
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('heuan_cart') ?? ''));
  expect(stored).toMatchObject([{ pro_id: CEMENT, quantity: 1, price: 58_000 }]);
  await page
    .getByRole('button', { name: /^In the cart: Portland cement/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Cart' })).toBeVisible();
});

test('quantity in the drawer follows the rules and is saved once it stops changing', async ({
  page,
}) => {
  await shopper(page, { [SOFA]: 2 });
  await page.goto('/en');
  const drawer = await openCart(page);
  const box = drawer.getByRole('textbox', { name: 'Quantity: Burlap sofa' });
  await box.fill('');
  await expect(drawer.getByText('₭9,300,000')).toHaveCount(2);
  await box.fill('0');
  await box.blur();
  await expect(box).toHaveValue('1');
  await box.fill('1x2');
  await expect(drawer.getByRole('alert')).toContainText('“1x2” is not a whole number');
  await box.fill('໑໒');
  await expect(box).toHaveValue('12');
  await box.press('ArrowUp');
  await expect(box).toHaveValue('13');
  await box.press('ArrowDown');
  await box.fill('999');
  await expect(box).toHaveValue('18');
  await box.press('Escape');
  await expect(box).not.toBeFocused();
  await expect(drawer).toBeVisible();
  await box.fill('3');
  await box.press('Enter');
  await expect(box).not.toBeFocused();
  await expect.poll(() => cartOf(page)).toEqual({ [SOFA]: 3 });
  await expect(cartButton(page)).toHaveAccessibleName('Cart: 1 item, ₭13,950,000.00');
});

test('deleted cart line is confirmed and can be restored', { tag: '@gate' }, async ({ page }) => {
  await shopper(page, { [CEMENT]: 8, [BULB]: 4 });
  await page.goto('/en');
  const drawer = await openCart(page);
  await line(drawer, CEMENT)
    .getByRole('button', { name: /^Delete / })
    .click();
  await expect(drawer.getByText('Delete this item?')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer.getByText('Delete this item?')).toBeHidden();
  await expect(drawer).toBeVisible();
  await line(drawer, CEMENT)
    .getByRole('button', { name: /^Delete / })
    .click();
  await drawer.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(line(drawer, CEMENT)).toHaveCount(0);
  await expect(line(drawer, BULB).getByRole('button', { name: /^Delete / })).toBeFocused();
  await expect(toast(page)).toContainText('Item removed from the cart');
  // The toast stays while the pointer is over it.
  await toast(page).hover();
  await expect.poll(() => cartOf(page)).toEqual({ [BULB]: 4 });
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(line(drawer, CEMENT)).toBeVisible();
  await expect.poll(() => cartOf(page)).toEqual({ [BULB]: 4, [CEMENT]: 8 });
});

test('cart cleared after confirmation leaves nothing in the browser', async ({ page }) => {
  await shopper(page, { [CEMENT]: 1, [TILE]: 2 });
  await page.goto('/en');
  const drawer = await openCart(page);
  await drawer.getByRole('button', { name: 'Delete all' }).click();
  await drawer.getByRole('button', { name: 'Cancel' }).click();
  await expect(line(drawer, TILE)).toBeVisible();
  await drawer.getByRole('button', { name: 'Delete all' }).click();
  await expect(drawer.getByText('Delete everything in the cart?')).toBeVisible();
  await drawer.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(drawer.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  await expect.poll(() => cartOf(page)).toEqual({});
  const kept = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('heuan_cart')));
  await expect.poll(kept).toEqual([]);
});

test('open drawer traps focus and scrolling, a closed one releases both', async ({ page }) => {
  await shopper(page, { [CEMENT]: 1 });
  await page.goto('/en/shop');
  const drawer = await openCart(page);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe(
    'hidden',
  );
  const wide = (page.viewportSize()?.width ?? 0) > 550;
  // A browser whose scrollbar takes space keeps that space free.
  const { width = 0 } = (await drawer.boundingBox()) ?? {};
  if (wide) expect(width).toBeCloseTo(550, 1);
  else expect(width).toBeGreaterThan(370);
  for (let press = 0; press < 12; press += 1) await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName)).toBe(
    'DIALOG',
  );
  if (wide) await page.mouse.click(200, 500);
  else await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(cartButton(page)).toBeFocused();
});

test('cart changed on another device is taken over with a message', async ({ page, browser }) => {
  // With the event stream the page would know before it requests the cart.
  await page.route('**/api/auth/events', (route) => route.abort());
  await shopper(page, { [CEMENT]: 2 });
  await page.goto('/en');
  const drawer = await openCart(page);
  await expect(line(drawer, CEMENT)).toBeVisible();
  const state = await page.context().storageState();
  const other = await (await browser.newContext({ storageState: state })).newPage();
  await call(other, 'PUT', `/api/auth/cart/items/${CEMENT}`, { quantity: 9 });
  await drawer.getByRole('textbox').fill('3');
  await expect(toast(page)).toContainText('The cart was changed on another device');
  await expect(toast(page)).toContainText('Portland cement type I 50 kg: now 9');
  await expect(drawer.getByRole('textbox')).toHaveValue('9');
  await other.context().close();
});

test('cart in another tab has the same lines', async ({ page, context }) => {
  await shopper(page, { [CEMENT]: 1 });
  await page.goto('/en');
  const other = await context.newPage();
  await other.goto('/en');
  await expect(cartButton(other)).toHaveAccessibleName(/Cart: 1 item/);
  await page.goto(`/en/shop/${BULB}`);
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
  await expect(cartButton(other)).toHaveAccessibleName(/Cart: 2 items/);
});

test('cart changes made offline are sent when the connection is back', async ({ page }) => {
  await shopper(page, { [CEMENT]: 2 });
  await page.goto('/en');
  const drawer = await openCart(page);
  await expect(line(drawer, CEMENT)).toBeVisible();
  await page.context().setOffline(true);
  await drawer.getByRole('textbox').fill('6');
  await expect(drawer.getByText(/Your changes are not saved yet/)).toBeVisible();
  await expect(drawer.getByRole('textbox')).toHaveValue('6');
  await page.context().setOffline(false);
  await drawer
    .getByRole('status')
    .getByRole('button', { name: 'Try again' })
    .click({ timeout: 1_000 })
    .catch(() => {});
  await expect(drawer.getByText(/Your changes are not saved yet/)).toBeHidden();
  await expect.poll(() => cartOf(page)).toEqual({ [CEMENT]: 6 });
});

test('refused cart change is reverted and can be retried', async ({ page }) => {
  await shopper(page, { [CEMENT]: 2 });
  await page.goto('/en');
  const drawer = await openCart(page);
  await expect(line(drawer, CEMENT)).toBeVisible();
  await page.route('**/api/auth/cart/items/*', (route) => route.fulfill({ status: 500, json: {} }));
  await drawer.getByRole('textbox').fill('6');
  await expect(toast(page)).toContainText('Failed to update item quantity');
  await toast(page).hover();
  await expect(drawer.getByRole('textbox')).toHaveValue('2');
  await page.unroute('**/api/auth/cart/items/*');
  await toast(page).getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => cartOf(page)).toEqual({ [CEMENT]: 6 });
});

test('checkout button saves the cart first, and refreshes an open checkout', async ({ page }) => {
  await shopper(page, { [SOFA]: 1 });
  await page.goto('/en');
  let drawer = await openCart(page);
  await drawer.getByRole('textbox').fill('2');
  await drawer.getByRole('button', { name: 'Checkout' }).click();
  await expect(page).toHaveURL(/\/en\/checkout$/);
  expect(await cartOf(page)).toEqual({ [SOFA]: 2 });
  drawer = await openCart(page);
  await expect(
    drawer.getByText('Promotions and shipping will be updated on the payment page.'),
  ).toBeVisible();
  await drawer.getByRole('button', { name: 'Update checkout' }).click();
  await expect(drawer).toBeHidden();
  await expect(toast(page)).toContainText('Promotions and shipping will be updated');
  await expect(page).toHaveURL(/\/en\/checkout$/);
});

test('buy-now opens its own checkout, which the drawer names', async ({ page }) => {
  await shopper(page, { [CEMENT]: 1 });
  await page.goto(`/en/shop/${BULB}`);
  await page.getByRole('button', { name: 'Buy now' }).click();
  await expect(page).toHaveURL(/\/en\/checkout\?buyNow=true$/);
  const drawer = await openCart(page);
  await drawer.getByRole('button', { name: 'Checkout' }).click();
  await expect(drawer).toBeHidden();
  await expect(toast(page)).toContainText('You are already on the payment page');
  expect(await cartOf(page)).toEqual({ [CEMENT]: 1 });
});

test('cart page on a phone keeps total and checkout in view', async ({ page }, { project }) => {
  test.skip(project.name !== 'phone', 'desktops have the summary beside the cart');
  await shopper(page, { [CEMENT]: 1, [TILE]: 2, [BULB]: 1, [SOFA]: 1 });
  await page.goto('/en/cart');
  const checkout = page.locator('main').getByRole('button', { name: 'Checkout' });
  for (const y of [0, 400]) {
    await page.evaluate((to) => scrollTo(0, to), y);
    await expect(checkout).toBeInViewport({ ratio: 1 });
  }
  await expect(page.locator('.chat-launcher')).toBeHidden();
});

test('cart page has the lines of the drawer', { tag: '@gate' }, async ({ page }) => {
  await shopper(page, { [CEMENT]: 2, [SOFA]: 1 });
  await page.goto('/en/cart');
  const main = page.locator('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Cart(2)');
  await expect(main.getByText('Your order ships free')).toBeVisible();
  await main.getByRole('textbox', { name: /Portland/ }).fill('3');
  await expect(cartButton(page)).toHaveAccessibleName('Cart: 2 items, ₭4,824,000.00');
  await main.getByRole('button', { name: 'Checkout' }).click();
  await expect(page).toHaveURL(/\/en\/checkout$/);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('axe finds nothing in drawer and page', async ({ page }) => {
      await shopper(page, { [CEMENT]: 2, [SOFA]: 1 });
      await page.goto('/la');
      await page.locator('header button[aria-haspopup="dialog"]').last().click();
      const drawer = page.locator('dialog[open]');
      await line(drawer, CEMENT).locator('button[aria-expanded]').click();
      await expect(drawer.getByText('ຢືນຢັນການລຶບລາຍການນີ້?')).toBeVisible();
      expect((await new AxeBuilder({ page }).include('dialog[open]').analyze()).violations).toEqual(
        [],
      );
      await page.goto('/la/cart');
      await expect(page.locator('main li')).toHaveCount(2);
      expect((await new AxeBuilder({ page }).include('main').analyze()).violations).toEqual([]);
    });
  });
}
