import { expect, type Page } from '@playwright/test';
import { callsOf } from './api-calls';
import { scrollToLast } from './scroll-to-last';
import { test } from './test';
import { waitForHydration } from './wait-for-hydration';

const cards = (page: Page) => page.locator('main article');

for (const query of [
  'sort=zz',
  'category=abc',
  'page=abc',
  'page=0',
  'min_price=abc',
  'limit=500',
  'promotion=x',
  'utm_source=fb&fbclid=1',
]) {
  test(`/shop?${query} renders the shop from the data in the page`, async ({ page }) => {
    const calls = callsOf(page);
    await page.goto(`/en/shop?${query}`, { waitUntil: 'networkidle' });
    await expect(cards(page)).toHaveCount(24);
    expect(calls).toEqual([]);
  });
}

test('group under another category redirects to its own category', async ({ page }) => {
  await page.goto('/en/shop?category=2&group=101&sort=newest');
  await expect(page).toHaveURL(/\/en\/shop\?category=1&group=101&sort=newest$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cement & Dry Mortar');
  await expect(cards(page)).toHaveCount(24);
});

test('brand address without a letter is not found', async ({ page }) => {
  await page.goto('/en/shop?brand=%21');
  await expect(cards(page)).toHaveCount(24);
});

test('links of the list drop tracking parameters', async ({ page }) => {
  await page.goto('/en/shop?category=2&utm_source=fb');
  await waitForHydration(page);
  await scrollToLast(page, 48);
  await expect(page).toHaveURL(/\/en\/shop\?category=2&page=2$/);
});

test('link to a later page of a collection shows that page and a link to the previous ones', async ({
  page,
}) => {
  const calls = callsOf(page);
  await page.goto('/en/by-lanxo?page=2', { waitUntil: 'networkidle' });
  await expect(cards(page)).toHaveCount(24);
  await expect(page.getByText('48 / 53')).toBeVisible();
  expect(calls).toEqual([]);
  const first = await cards(page).first().getByRole('heading').textContent();

  await scrollToLast(page, 29);
  await expect(page.getByText('All products shown')).toBeVisible();
  await page.getByRole('link', { name: 'Show earlier products' }).click();
  await expect(page).toHaveURL(/\/en\/by-lanxo$/);
  await expect(cards(page).first().getByRole('heading')).not.toHaveText(first ?? '');

  await page.goto('/en/by-lanxo?page=9');
  await page.getByRole('link', { name: 'Go to the first page' }).click();
  await expect(cards(page)).toHaveCount(24);
});

test('selected collection names its own sort order', async ({ page }) => {
  await page.goto('/en/by-new');
  const order = page.getByLabel('Sort by');
  await expect(order).toHaveValue('newest');
  await expect(order.getByRole('option', { name: 'Recommended' })).toHaveCount(0);
  await order.selectOption('price_asc');
  await expect(page).toHaveURL(/\/en\/by-new\?sort=price_asc$/);
  await order.selectOption('newest');
  await expect(page).toHaveURL(/\/en\/by-new$/);
});

for (const path of ['shop/99999999', 'by-nobody', 'nowhere']) {
  test(`404 from the edge: the page sends no further request: /${path}`, async ({ page }) => {
    const calls = callsOf(page);
    const answer = await page.goto(`/en/${path}`, { waitUntil: 'networkidle' });
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    await expect(page.getByRole('contentinfo')).toBeVisible();
    expect(calls).toEqual([]);

    await page.locator('main').getByRole('link', { name: 'All products' }).click();
    await expect(cards(page)).toHaveCount(24);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  });
}
