import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { canMakeStaff, member } from './chat-helpers';
import { test } from './test';
import { inColorScheme } from './wait-for-animations';

test.skip(!canMakeStaff, 'needs a shop it can make staff for');

test('manager previews an e-mail and an SMS with sample values', { tag: '@gate' }, async ({
  page,
  browser,
}) => {
  const manager = await member(browser, 'Chantha');
  await manager.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
  await manager.goto('/en/staff/templates');
  await manager.getByRole('button', { name: 'English' }).click();
  await manager.getByRole('link', { name: 'Ready', exact: true }).click();
  await expect(manager).toHaveURL(/\/en\/staff\/templates\?language=en&kind=order\.ready$/);
  await expect(manager.getByText('Order 261121-7K3M9QTX is ready', { exact: true })).toBeVisible();
  const mail = manager.frameLocator('iframe[title="E-mail as HTML"]');
  await expect(mail.getByRole('heading', { name: /is ready$/ })).toHaveCSS('font-size', '20px');
  await manager.getByRole('button', { name: 'SMS' }).click();
  await expect(manager.getByText(/^.+: Order 261121-7K3M9QTX is ready\./)).toBeVisible();
  await expect(manager.getByText('1 part')).toBeVisible();
  await manager.context().close();
});

test('templates pass axe, light and dark, in both languages', async ({ page, browser }) => {
  const manager = await member(browser, 'Chantha');
  await manager.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
  for (const language of ['en', 'la']) {
    for (const query of ['', '?kind=order.ready']) {
      await manager.goto(`/${language}/staff/templates${query}`);
      await expect(manager.getByText('order.ready').first()).toBeVisible();
      for (const theme of ['light', 'dark'] as const) {
        await inColorScheme(manager, theme);
        const axe = new AxeBuilder({ page: manager }).exclude('.o-mail-frame');
        const { violations } = await axe.analyze();
        expect(
          violations.map(({ id }) => id),
          `${language}, ${theme}, ${query}`,
        ).toEqual([]);
      }
    }
  }
  await manager.context().close();
});
