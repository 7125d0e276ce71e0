import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { canMakeStaff, member } from './chat-helpers';
import { PASSWORD, shopper } from './shopper';
import { test } from './test';
import { inColorScheme } from './wait-for-animations';
import { waitForHydration } from './wait-for-hydration';

test.skip(!canMakeStaff, 'needs a shop it can make staff for');

const NEW_PASSWORD = 'battery staple house';

test('forgotten password is replaced by a code of the staff, until the customer is blocked', async ({
  page,
  browser,
}) => {
  const phone = await shopper(page);
  const manager = await member(browser, 'Chantha');
  await manager.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
  await manager.emulateMedia({ reducedMotion: 'reduce' });
  await manager.goto('/en/staff/customers');
  await manager.getByRole('searchbox', { name: 'Name, phone, e-mail' }).fill(phone);
  const found = manager.getByRole('link', { name: 'Bounmy Keovongsa' }).filter({ visible: true });
  await expect(found).toHaveCount(1);
  await found.click();
  await expect(manager.getByRole('heading', { level: 1, name: 'Bounmy Keovongsa' })).toBeVisible();
  for (const theme of ['light', 'dark'] as const) {
    await inColorScheme(manager, theme);
    const { violations } = await new AxeBuilder({ page: manager }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  }
  await manager.getByRole('button', { name: 'Code for a new password' }).click();
  await manager.getByRole('button', { name: 'Make the code' }).click();
  const panel = manager.getByRole('region', { name: 'Code for Bounmy Keovongsa' });
  const code = (await panel.locator('code').textContent()) ?? '';
  expect(code).toMatch(/^\d{6}$/);

  await page.context().clearCookies();
  await page.goto('/en/account/login');
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Phone number or e-mail').fill(phone);
  await page.getByLabel('Code of six digits').fill(code);
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  const login = async (password: string) => {
    await page.getByLabel('Phone number or e-mail').fill(phone);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
  };
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  await login(PASSWORD);
  await expect(page.getByRole('alert')).toContainText('is wrong');
  await login(NEW_PASSWORD);
  await expect(page).toHaveURL(/\/en\/?$/);

  await manager.getByRole('button', { name: 'Block', exact: true }).click();
  const ask = manager.getByRole('dialog', { name: 'Block Bounmy Keovongsa?' });
  await ask.getByLabel('Reason, for the staff').fill('three unpaid deliveries');
  await ask.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(manager.getByText('three unpaid deliveries')).toBeVisible();
  await page.context().clearCookies();
  await page.goto('/en/account/login');
  await waitForHydration(page);
  await login(NEW_PASSWORD);
  await expect(page.getByRole('alert')).toContainText('Your account is blocked');
  await manager.context().close();
});
