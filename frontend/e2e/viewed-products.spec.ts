import { expect, type Page } from '@playwright/test';
import { call, newPhone, PASSWORD } from './shopper';
import { test } from './test';

const CEMENT = 101002;
const BULB = 806001;
const SOFA = 1203001;

const viewed = async (page: Page): Promise<number[]> =>
  (await call(page, 'GET', '/api/auth/viewed-products')).map(
    ({ pro_id }: { pro_id: number }) => pro_id,
  );
const rail = (page: Page) => page.getByRole('region', { name: 'Recently viewed' });

test('a visitor sees the products viewed before, and login makes them the account’s', {
  tag: '@gate',
}, async ({ page }) => {
  for (const id of [CEMENT, BULB]) {
    await page.goto(`/en/shop/${id}`);
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('heuan_viewed')))
      .toContain(String(id));
  }
  await page.goto(`/en/shop/${SOFA}`);
  await rail(page).scrollIntoViewIfNeeded();
  await expect(rail(page).getByRole('listitem')).toHaveCount(2);
  await expect(rail(page).getByRole('listitem').nth(1)).toContainText('Portland cement');

  await page.goto('/en/account/register');
  await page.getByRole('textbox', { name: 'First name' }).fill('Noy');
  await page.getByRole('textbox', { name: 'Family name' }).fill('Keovongsa');
  await page.getByRole('textbox', { name: 'Phone number' }).fill(newPhone());
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).not.toHaveURL(/register/);
  await expect.poll(() => viewed(page)).toEqual([SOFA, BULB, CEMENT]);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('heuan_viewed'))).toBeNull();

  await page.goto(`/en/shop/${CEMENT}`);
  await expect(rail(page).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(rail(page)).toHaveCount(0);
  await expect.poll(() => viewed(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rail(page).getByRole('listitem')).toHaveCount(2);
});
