import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { canMakeStaff, member } from './chat-helpers';
import { codeFor } from './code-helpers';
import { call, newPhone, PASSWORD, settled, shopper } from './shopper';
import { test } from './test';

test('registered account logs out and signs in again with Lao digits', { tag: '@gate' }, async ({
  page,
}) => {
  const phone = newPhone();
  await page.goto('/en/account/register?redirect=%2Faccount%2Fprofile');
  await page.getByRole('textbox', { name: 'First name' }).fill('Bounmy');
  await page.getByRole('textbox', { name: 'Family name' }).fill('Keovongsa');
  await page.getByRole('textbox', { name: 'Phone number' }).fill(phone);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/en\/account\/profile$/);
  await expect(page.getByText('Bounmy Keovongsa')).toBeVisible();
  await expect(page.getByText('0 points')).toBeVisible();

  await page.locator('main').getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(page).toHaveURL(/\/en\/?$/);

  const lao = phone.replace(/\d/g, (digit) => String.fromCharCode(0x0ed0 + Number(digit)));
  await page.goto('/en/account/login?redirect=//evil.example');
  await page.getByRole('textbox', { name: 'Phone number or e-mail' }).fill(lao);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/en\/?$/);
});

test('registration with wrong fields names each of them, and what the shop finds', async ({
  page,
}) => {
  const taken = await shopper(page);
  await page.context().clearCookies();
  await page.goto('/en/account/register');
  const phone = page.getByRole('textbox', { name: 'Phone number' });
  await phone.fill('020 5555');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeFocused();
  await expect(phone).toHaveAccessibleDescription(/8 digits after 020/);

  await page.getByRole('textbox', { name: 'First name' }).fill('A');
  await page.getByRole('textbox', { name: 'Family name' }).fill('B');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await phone.fill(taken);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(phone).toHaveAccessibleDescription(/already has an account/);
  await expect(phone).toBeFocused();
});

test('login with an unknown account shows the same error as with a wrong password', async ({
  page,
}) => {
  const phone = await shopper(page);
  await page.context().clearCookies();
  await page.goto('/en/account/login');
  for (const who of [phone, newPhone()]) {
    await page.getByRole('textbox', { name: 'Phone number or e-mail' }).fill(who);
    await page.getByLabel('Password', { exact: true }).fill('wrong password');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('alert')).toContainText(
      'phone number, e-mail or password is wrong',
    );
  }
});

test('profile and password of a signed-in customer are changed', { tag: '@gate' }, async ({
  page,
  browser,
}) => {
  test.skip(!canMakeStaff, 'the code is on the outbox page');
  const clerk = await member(browser, 'Chantha');
  const phone = await shopper(page);
  const email = `b${phone.replace(/ /g, '')}@example.la`;
  await page.goto('/en/account/profile');
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  const person = page
    .locator('form')
    .filter({ has: page.getByRole('textbox', { name: 'E-mail' }) });
  const confirmation = person.getByLabel('Current password');
  await person.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(confirmation).toHaveAccessibleDescription(/Please enter your password/);
  await confirmation.fill(PASSWORD);
  await person.getByRole('button', { name: 'Send me a code' }).click();
  const code = await codeFor(clerk, email, 'verify');
  await person.getByRole('textbox', { name: 'Code of six digits' }).fill(code);
  await person.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(confirmation).toBeHidden();
  await expect(page.getByText(email)).toBeVisible();
  await clerk.context().close();

  const passwords = page.getByRole('region', { name: 'Change password' });
  const current = passwords.getByLabel('Current password');
  await current.fill('not the password');
  await page.getByLabel('New password').fill('another horse battery');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(current).toHaveAccessibleDescription('The current password is wrong');
  await current.fill(PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(
    page.getByText('Password changed. Other devices have been logged out.'),
  ).toBeVisible();
});

test('device list shows every device and logs another one out', async ({
  page,
  browser,
  baseURL,
}) => {
  const phone = await shopper(page);
  const other = await browser.newContext({ baseURL });
  const elsewhere = await other.newPage();
  await call(elsewhere, 'POST', '/api/auth/login', { identifier: phone, password: PASSWORD });
  await page.goto('/en/account/profile');
  const devices = page.getByRole('listitem').filter({ hasText: 'Last used' });
  await expect(devices).toHaveCount(2);
  await expect(devices.first()).toContainText('This device');
  await devices
    .last()
    .getByRole('button', { name: /^Log out/ })
    .click();
  await page.getByRole('group').getByRole('button', { name: 'Log out' }).click();
  await expect(page.locator('[data-toast]')).toContainText('has been logged out');
  await expect(devices).toHaveCount(1);
  const session = await elsewhere.request.get('/api/v1/verify-token');
  expect(session.status()).toBe(401);
  await other.close();
});

test('pages of one customer are excluded from crawlers and contain no personal data', async ({
  page,
}) => {
  const phone = await shopper(page);
  for (const path of [
    'account/login',
    'account/profile',
    'account/orders/01K9X',
    'checkout/pay/01K9X',
  ]) {
    const answer = await page.request.get(`/en/${path}`);
    const html = await answer.text();
    expect(answer.status(), path).toBe(200);
    expect(html).toContain('name="robots" content="noindex"');
    expect(html).not.toContain('01K9X');
    expect(html).not.toContain('Keovongsa');
    expect(html).not.toContain(phone.slice(-4));
  }
});

for (const [language, colorScheme] of [
  ['la', 'light'],
  ['en', 'dark'],
] as const) {
  test.describe(`${language}, ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });
    for (const path of ['account/login', 'account/register', 'account/profile', 'account/orders']) {
      test(`axe finds nothing on /${path}`, async ({ page }) => {
        if (!/login|register/.test(path)) await shopper(page);
        await page.goto(`/${language}/${path}`);
        await expect(page.locator('h1')).toBeVisible();
        if (/login|register/.test(path)) {
          await page.waitForLoadState('networkidle');
          await page.locator('main button[type=submit]').click();
        } else {
          await settled(page);
        }
        const { violations } = await new AxeBuilder({ page }).include('main').analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      });
    }
  });
}

test('word "secure" appears on the payment alone', async ({ page }) => {
  for (const path of ['login', 'register']) {
    await page.goto(`/en/account/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Secure payment')).toHaveCount(0);
  }
  await shopper(page, { 101002: 1 });
  await page.goto('/en/checkout');
  await expect(page.getByText('Secure payment')).toBeVisible();
});
