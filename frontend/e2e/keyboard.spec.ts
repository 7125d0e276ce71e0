import { expect, type Locator, type Page } from '@playwright/test';
import { newPhone, PASSWORD } from './shopper';
import { test } from './test';

/** Tabs on until the element has the focus; the end of the page leads to its beginning. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const element = target.filter({ visible: true }).first();
  await expect(element).toBeVisible();
  for (let presses = 0; presses < 250; presses += 1) {
    if (await element.evaluate((it) => it === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${target}`);
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Goes down a list to the entry: letters that come too slowly would begin another word. */
async function pick(page: Page, list: Locator, label: string): Promise<void> {
  await expect(list.locator('option', { hasText: label })).toBeAttached();
  await tabTo(page, list);
  const chosen = () => list.evaluate((it: HTMLSelectElement) => it.selectedOptions[0]?.label);
  const length = await list.locator('option').count();
  for (let presses = 0; presses < length && (await chosen()) !== label; presses += 1) {
    await page.keyboard.press('ArrowDown');
  }
  expect(await chosen()).toBe(label);
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

test('registering, buying and writing to the shop with the keyboard alone', async ({ page }) => {
  test.setTimeout(240_000);
  const box = (name: string) => page.getByRole('textbox', { name });
  await page.goto('/en/account/register?redirect=/shop/401011');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await type(page, box('First name'), 'Bounmy');
  await type(page, box('Family name'), 'Keovongsa');
  await type(page, box('Phone number'), newPhone());
  await type(page, page.getByLabel('Password', { exact: true }), PASSWORD);
  await press(page, page.getByRole('button', { name: 'Create account' }));
  await expect(page).toHaveURL(/\/en\/shop\/401011$/);

  const cart = page.locator('header').getByRole('button', { name: /^Cart: / });
  await press(page, page.getByRole('button', { name: 'Add to cart', exact: true }));
  await expect(cart).toHaveAccessibleName('Cart: 1 item, ₭1,690,000.00');
  await press(page, cart);
  const drawer = page.getByRole('dialog', { name: 'Cart' });
  await press(page, drawer.getByRole('button', { name: 'Checkout' }));

  await expect(page).toHaveURL(/\/en\/checkout$/);
  await pick(page, page.getByLabel('Province'), 'Vientiane Capital');
  await pick(page, page.getByLabel('District'), 'Xaythany');
  await type(page, box('Village'), 'Dongdok, unit 5');
  const cash = page.getByRole('radio', { name: /^Cash on delivery/ });
  // Radio buttons are one stop; the arrows choose among them.
  await tabTo(page, page.locator('input[name=payment]:checked'));
  while (!(await cash.isChecked())) await page.keyboard.press('ArrowDown');
  const order = page.getByRole('button', { name: 'Confirm the order' });
  await expect(order).toBeEnabled();
  await press(page, order);
  await expect(page.getByRole('heading', { name: 'Thank you! We have your order' })).toBeVisible();

  await press(
    page,
    page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true }),
  );
  await expect(page).toHaveURL(/\/en\/contact$/);
  const form = page.locator('main form');
  await pick(page, form.getByLabel('You are'), 'Customer');
  await pick(page, form.getByLabel('Topic'), 'Product inquiry');
  await type(page, form.getByLabel('Name'), 'Bounmy');
  await type(page, form.getByLabel('Phone number'), '020 5512 3456');
  await type(page, form.getByLabel('Message'), 'When do you deliver?');
  await press(page, page.getByRole('button', { name: 'Send message' }));
  await expect(page.getByText(/^Message \d+ received$/)).toBeVisible();
});
