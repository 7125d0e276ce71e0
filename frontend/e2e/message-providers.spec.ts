import { expect, type Page } from '@playwright/test';
import { prompt, receivedCode, recipientOf, signInByCode } from './code-helpers';
import { hasProviders, messagesTo, messageTo } from './received-messages';
import { call, confirm, fillAddress, newPhone } from './shopper';
import { test } from './test';

test.skip(!hasProviders, 'needs a shop of with-shop --messages');

const DRILL = 401008;
const cartButton = (page: Page) => page.locator('header').getByRole('button', { name: /^Cart: / });
const newEmail = () => `noy${newPhone().replace(/\D/g, '')}@mail.example`;

/** Adds a product as a visitor, and signs in by the code of a message. */
async function addFirstProduct(page: Page, identifier: string): Promise<void> {
  await page.goto(`/en/shop/${DRILL}`);
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
  await signInByCode(page, identifier, () => receivedCode(identifier));
  await expect(prompt(page)).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/en/shop/${DRILL}$`));
  await expect(cartButton(page)).toHaveAccessibleName(/Cart: 1 item/);
}

test('code of an SMS signs in at the first product', { tag: '@gate' }, async ({ page }) => {
  const phone = newPhone();
  await addFirstProduct(page, phone);
  const { text } = await messageTo('sms', recipientOf(phone));
  // The last line is the WebOTP format.
  expect(text).toMatch(/\n\n@localhost #\d{6}$/);
  expect(messagesTo('sms', recipientOf(phone))).toHaveLength(1);
});

test('code of an e-mail signs in, and the order is confirmed by e-mail', {
  tag: '@gate',
}, async ({ page, baseURL }) => {
  const email = newEmail();
  await addFirstProduct(page, email);
  const code = await messageTo('email', email);
  expect(code).toMatchObject({ content_type: 'multipart/alternative', encrypted: true });
  expect(code.headers['list-unsubscribe']).toBeUndefined();

  await page.goto('/en/checkout');
  await page.getByRole('textbox', { name: 'First name' }).fill('Noy');
  await page.getByRole('textbox', { name: 'Family name' }).fill('Keovongsa');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await fillAddress(page);
  await page.getByRole('textbox', { name: 'Phone number' }).first().fill(newPhone());
  await page.getByText('Cash on delivery').click();
  await confirm(page);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Thank you! We have your order' }),
  ).toBeVisible();

  const [{ order_id: id, number }] = await call(page, 'GET', '/api/auth/orders');
  const confirmation = await messageTo('email', email, number);
  expect(confirmation).toMatchObject({ content_type: 'multipart/alternative', encrypted: true });
  expect(confirmation.subject).toContain(number);
  expect(confirmation.html).toContain(number);
  expect(confirmation.text).toContain(`${baseURL}/en/account/orders/${id}`);
  expect(confirmation.html).toContain('Noy');
  expect(confirmation.headers['list-unsubscribe']).toBe(`<${baseURL}/en/account/profile>`);
});
