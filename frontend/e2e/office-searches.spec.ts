import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { canMakeStaff, member } from './chat-helpers';
import { test } from './test';
import { inColorScheme } from './wait-for-animations';

test.skip(!canMakeStaff, 'needs a shop it can make staff for');

test('synonym that an editor adds finds products for shoppers', async ({ page, browser }) => {
  const editor = await member(browser, 'Chantha');
  await editor.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
  const word = `glueflour${Date.now() % 100_000}`;
  await editor.goto('/en/staff/searches?view=synonyms');
  await editor.getByRole('button', { name: 'Add synonyms' }).first().click();
  const dialog = editor.getByRole('dialog', { name: 'Add synonyms' });
  await dialog.getByRole('textbox', { name: 'Word 1' }).fill(word);
  await dialog.getByRole('textbox', { name: 'Word 2' }).fill('cement');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(editor.getByRole('listitem').filter({ hasText: word })).toBeVisible();
  await expect(async () => {
    const found = await page.request.get(`/api/v1/search-product?search=${word}&limit=1`);
    expect((await found.json()).total).toBeGreaterThan(0);
  }).toPass({ timeout: 60_000 });
  await page.goto(`/en/shop?search=${word}`);
  await expect(
    page
      .locator('main')
      .getByRole('link', { name: /cement/i })
      .first(),
  ).toBeVisible();
  await editor.getByRole('button', { name: new RegExp(`^Delete ${word}`) }).click();
  await expect(editor.getByRole('listitem').filter({ hasText: word })).toBeHidden();
  await editor.context().close();
});

test('pages of searches pass axe, light and dark, in both languages', async ({ page, browser }) => {
  const manager = await member(browser, 'Chantha');
  await manager.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
  for (const language of ['en', 'la']) {
    for (const view of ['without_result', 'synonyms', 'rules']) {
      await manager.goto(`/${language}/staff/searches?view=${view}`);
      await expect(manager.getByRole('heading', { level: 1 })).toBeVisible();
      for (const theme of ['light', 'dark'] as const) {
        await inColorScheme(manager, theme);
        const { violations } = await new AxeBuilder({ page: manager }).analyze();
        expect(
          violations.map(({ id }) => id),
          `${language}, ${view}, ${theme}`,
        ).toEqual([]);
      }
    }
  }
  await manager.context().close();
});
