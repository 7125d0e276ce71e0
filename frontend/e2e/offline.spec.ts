import { expect } from '@playwright/test';
import { test } from './test';
import { waitForHydration } from './wait-for-hydration';

test('page that lost the connection loads when it is back', async ({ page, context }) => {
  await page.goto('/en', { waitUntil: 'networkidle' });
  await waitForHydration(page);
  await context.setOffline(true);
  await page.locator('article a').first().click();
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Quantity' })).toBeVisible();
});

test('a list that lost the connection continues when it is back', async ({ page, context }) => {
  await page.goto('/en/shop?category=2', { waitUntil: 'networkidle' });
  await waitForHydration(page);
  await context.setOffline(true);
  await page.locator('main article').last().scrollIntoViewIfNeeded();
  await expect(page.getByText('More products could not be loaded.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.locator('main article')).toHaveCount(48);
});

test.describe('page whose texts cannot be loaded', () => {
  test.use({ allowedErrors: [/dynamically imported module/] });
  const ofTexts = /\/assets\/(la|en)-[^/]*\.js/;

  test('shows an error and loads after a retry @gate', async ({ page }) => {
    await page.route(ofTexts, (route) => route.abort());
    await page.goto('/en/contact');
    const main = page.getByRole('main');
    await expect(main.getByRole('alert')).toContainText('This page could not be loaded');
    await page.unroute(ofTexts);
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact us');
  });

  test('keeps the server-rendered page with a message, and loads without a retry', async ({
    page,
    context,
  }) => {
    await page.route(ofTexts, (route) => route.abort());
    await page.goto('/en');
    await expect(page.getByRole('alert')).toContainText('Check your internet connection');
    await expect(page.locator('main article').first()).toBeVisible();
    await page.unroute(ofTexts);
    await context.setOffline(true);
    await context.setOffline(false);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await waitForHydration(page);
  });

  test('shows an error when its scripts are missing', async ({ page }) => {
    await page.route(/\/assets\/vendor-/, (route) => route.abort());
    await page.goto('/th/contact');
    await expect(page.getByRole('alert')).toContainText('โหลดหน้านี้ไม่ได้ในขณะนี้');
  });
});

test('menu that cannot load leaves the page unchanged, and opens when it can', async ({
  page,
  context,
}) => {
  await page.goto('/en', { waitUntil: 'networkidle' });
  await waitForHydration(page);
  await context.setOffline(true);
  await page.getByRole('banner').getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'No connection' })).toBeVisible();
  await expect(page.locator('main article').first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
});

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 900 }, hasTouch: false });

  test('account menu without a connection shows a message', async ({ page, context }) => {
    await page.goto('/en', { waitUntil: 'networkidle' });
    await waitForHydration(page);
    await context.setOffline(true);
    const header = page.getByRole('banner');
    await header.getByRole('button', { name: 'Account' }).click();
    await expect(header.getByRole('alert')).toContainText('No connection');
    await expect(page.locator('main article').first()).toBeVisible();
    await context.setOffline(false);
    await expect(header.getByRole('link', { name: 'Log in' })).toBeVisible();
  });
});
