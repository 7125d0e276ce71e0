import { expect } from '@playwright/test';
import { changeState } from './change-page-state';
import { test } from './test';

test('shop without own texts shows no empty section', async ({ page }) => {
  await changeState(page, '**/en', ({ queries }) => {
    for (const [address, answer] of Object.entries(queries)) {
      if (Array.isArray(answer.data)) answer.data = [];
      if (!address.endsWith('/company')) continue;
      const nothing = { la: '', en: '' };
      const empty = { name: '', hotline: '', email: '', hours: '', apps: [], social: [] };
      Object.assign(answer.data as object, empty, { address: nothing, legal_name: nothing });
    }
  });
  await page.goto('/en', { waitUntil: 'networkidle' });
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByText('Open every day 8:00–18:00')).toBeVisible();
  await expect(footer.getByText(/© \d{4} Heuan/)).toBeVisible();
  await expect(page.locator('a[href="tel:"], a[href="mailto:"]')).toHaveCount(0);
  await expect(page.getByText('Hotline')).toHaveCount(0);
  await expect(page.getByText(/Ask our staff/)).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('heading')).toHaveCount(1);
  await expect(footer.getByRole('link')).toHaveText(['Site map']);
});

test('footer has the address of the company', async ({ page }) => {
  await changeState(page, '**/en/about', ({ queries }) => {
    const company = queries['/api/v1/company']?.data as { address: object };
    company.address = { la: 'ວຽງຈັນ', en: '1 Dye Road, Vientiane' };
  });
  await page.goto('/en/about');
  await expect(page.getByRole('contentinfo').getByText('1 Dye Road, Vientiane')).toBeVisible();
});
