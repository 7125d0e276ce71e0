import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { canMakeStaff, member } from './chat-helpers';
import { placeOrder, shopper } from './shopper';
import { test } from './test';
import { inColorScheme } from './wait-for-animations';

test.skip(!canMakeStaff, 'needs a shop it can make staff for');

test('message of an order without a provider stops at the outbox, and can be sent again', {
  tag: '@gate',
}, async ({ page, browser }) => {
  await shopper(page);
  const { number } = await placeOrder(page);
  const clerk = await member(browser, 'Chantha');
  await clerk.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
  await clerk.goto('/en/staff/outbox?state=not_configured');
  const row = clerk.getByRole('listitem').filter({ hasText: number }).first();
  await expect(row).toContainText('Not sent: no provider', { timeout: 60_000 });
  await expect(row.getByRole('paragraph')).toContainText(number);
  await row.getByRole('button', { name: /^Send again/ }).click();
  await expect(clerk.getByText('It is being sent again')).toBeVisible();
  await clerk.context().close();
});

test('outbox passes axe, light and dark, in both languages', async ({ page, browser }) => {
  await shopper(page);
  const { number } = await placeOrder(page);
  const clerk = await member(browser, 'Chantha');
  await clerk.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
  for (const language of ['en', 'la']) {
    await clerk.goto(`/${language}/staff/outbox`);
    await expect(clerk.getByText(number).first()).toBeVisible({ timeout: 60_000 });
    for (const theme of ['light', 'dark'] as const) {
      await inColorScheme(clerk, theme);
      const { violations } = await new AxeBuilder({ page: clerk }).analyze();
      expect(
        violations.map(({ id }) => id),
        `${language}, ${theme}`,
      ).toEqual([]);
    }
  }
  await clerk.context().close();
});
