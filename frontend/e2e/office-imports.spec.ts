import { expect } from '@playwright/test';
import { canMakeStaff, member } from './chat-helpers';
import { test } from './test';

test.skip(!canMakeStaff, 'needs a shop it can make staff for');

const shopify = (code: string) =>
  [
    'Handle,Title,Body (HTML),Vendor,Type,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Image Src,Status',
    `paint-${code},Imported paint ${code},<p>Strong &amp; <b>good</b></p>,Lanna,Paint,true,Size,5 l,S-${code}-1,12,58000.00,,active`,
    `paint-${code},,,,,,,18 l,S-${code}-2,3,158000.00,,`,
  ].join('\n');

test('a Shopify export and a list with unknown columns are imported', async ({
  page,
  browser,
}, info) => {
  const code = `${info.project.name}-${Date.now()}`;
  const editor = await member(browser, 'Chantha');
  await editor.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
  await editor.goto('/en/staff/imports');
  const choose = editor.locator('input[type="file"][accept*=".zip"]');
  await choose.setInputFiles({
    name: 'products_export.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(shopify(code)),
  });
  await expect(
    editor.getByText('HTML, which became plain text').locator('visible=true'),
  ).toBeVisible();
  const shown = (await editor.locator('main').textContent()) ?? '';
  const id = shown.match(/(?<!\d)\d{15}(?!\d)/)?.[0];
  await editor.getByRole('button', { name: /^Apply \d/ }).click();
  await expect(async () => {
    await page.goto(`/en/shop/${id}`);
    await expect(page.locator('main')).toContainText(`Imported paint ${code}`, { timeout: 10_000 });
  }).toPass();
  await expect(page.locator('main')).toContainText('Strong & good');

  await choose.setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Artikel,Bezeichnung,Verkaufspreis\nL-${code},Listed hammer ${code},45000\n`,
    ),
  });
  const mapping = editor.getByRole('textbox', { name: 'Mapping of the columns' });
  await expect(mapping).toHaveValue(/keys = \[\["Artikel"\]\]/);
  await mapping.fill(
    'format = "own"\n[id]\nkeys = [["Artikel"]]\n[columns]\nname = ["Bezeichnung"]\nprice = ["Verkaufspreis"]\n',
  );
  await editor.getByRole('button', { name: 'Check again with this mapping' }).click();
  await expect(editor.getByRole('button', { name: /^Apply \d/ })).toBeVisible();
  await expect(mapping).toBeHidden();
  await editor.context().close();
});
