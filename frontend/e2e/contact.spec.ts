import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { test } from './test';

test('contact form sent by a visitor shows the number of the message', {
  tag: '@gate',
}, async ({ page }) => {
  await page.goto('/en/contact');
  const form = page.locator('main form');
  await form.getByLabel('You are').selectOption('Customer');
  await form.getByLabel('Topic').selectOption('Product inquiry');
  await form.getByLabel('Name').fill('Noy');
  await form.getByLabel('Message').fill('Do you sell tiles?');
  await page.getByRole('button', { name: 'Send message' }).click();
  const missing = 'Please enter a phone number or an e-mail address';
  await expect(page.getByText(missing).first()).toBeVisible();
  await form.getByLabel('Phone number').fill('020 5512 3456');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText(/^Message \d+ received$/)).toBeVisible();
});

for (const theme of ['light', 'dark'] as const) {
  for (const code of ['la', 'en', 'th', 'cn', 'vn']) {
    test(`axe finds nothing serious on the contact form, /${code} in ${theme}`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.goto(`/${code}/contact`);
      await page.locator('main form button[type=submit]').click();
      await expect(page.locator('main form [aria-invalid=true]')).toHaveCount(5);
      const { violations } = await new AxeBuilder({ page }).include('main').analyze();
      const serious = violations.filter(
        ({ impact }) => impact === 'serious' || impact === 'critical',
      );
      expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`)).toEqual([]);
    });
  }
}
