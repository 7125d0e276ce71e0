import { expect, type Locator, type Page } from '@playwright/test';
import { press, tabTo, type } from './keyboard-helpers';
import { newPhone, PASSWORD } from './shopper';
import { test } from './test';

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
  // Radio buttons are one tab stop; arrow keys choose among them.
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
