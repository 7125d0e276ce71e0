import { expect } from '@playwright/test';
import { test } from './test';
import { waitForHydration } from './wait-for-hydration';

test('a page that lost the connection comes by itself when it is back', async ({
  page,
  context,
}) => {
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

test.describe('a page whose texts cannot be had', () => {
  test.use({ allowedErrors: [/dynamically imported module/] });
  const ofTexts = /\/assets\/(la|en)-[^/]*\.js/;

  test('says so, and comes when it is tried again @gate', async ({ page }) => {
    await page.route(ofTexts, (route) => route.abort());
    await page.goto('/en/contact');
    const main = page.getByRole('main');
    await expect(main.getByRole('alert')).toContainText('This page could not be loaded');
    await page.unroute(ofTexts);
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact us');
  });

  test('stays as the shop sent it, with a word about it, and comes by itself', async ({
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

  test('says so too when its scripts are what is missing', async ({ page }) => {
    await page.route(/\/assets\/vendor-/, (route) => route.abort());
    await page.goto('/th/contact');
    await expect(page.getByRole('alert')).toContainText('โหลดหน้านี้ไม่ได้ในขณะนี้');
  });
});

test('a menu that cannot be had leaves the page as it is, and opens when it can', async ({
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

  test('the account’s menu says that it needs a connection', async ({ page, context }) => {
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
