import { expect } from '@playwright/test';
import { atWork } from './at-work';
import { test } from './test';

test('a page that lost the connection comes by itself when it is back', async ({
  page,
  context,
}) => {
  await page.goto('/en', { waitUntil: 'networkidle' });
  await atWork(page);
  await context.setOffline(true);
  await page.locator('article a').first().click();
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Quantity' })).toBeVisible();
});

test('a list that lost the connection goes on when it is back', async ({ page, context }) => {
  await page.goto('/en/shop?category=2', { waitUntil: 'networkidle' });
  await atWork(page);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Show 10 more' }).click();
  await expect(page.getByText('More products could not be loaded.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.locator('main article')).toHaveCount(20);
});
