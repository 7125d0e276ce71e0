import { expect } from '@playwright/test';
import { changeState } from './change-page-state';
import { test } from './test';

const LONG = 'W'.repeat(300);
const NAME = /^(pro_name|cat_name|prog_name)_|^(brand|title)$/;

/** The same data with very long names that have no line break opportunities. */
function lengthen(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const entries = value as Record<string, unknown>;
  for (const [key, entry] of Object.entries(entries)) {
    if (typeof entry === 'string' && NAME.test(key)) entries[key] = LONG;
    else if (key === 'title' && entry) entries[key] = { la: LONG, en: LONG };
    else lengthen(entry);
  }
}

for (const path of [
  '/en',
  '/la',
  '/en/shop?category=2&view=list',
  '/en/shop/1203001',
  '/en/by-sale',
]) {
  test(`name without a break opportunity does not overflow ${path}`, async ({ page }) => {
    await changeState(page, `**${path}`, ({ queries }) => {
      for (const answer of Object.values(queries)) lengthen(answer.data);
      lengthen(queries);
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const tooWide = await page.evaluate(() =>
      [...document.querySelectorAll('main *, footer *')]
        .filter((element) => {
          const { left, right } = element.getBoundingClientRect();
          const isWide = right > innerWidth + 1 && left < innerWidth && right - left > innerWidth;
          // A line with `text-overflow: ellipsis` may be wider than its box, because the rest is clipped.
          const isInLine = getComputedStyle(element).display === 'inline';
          const around = isInLine && element.parentElement;
          return isWide && !(around && getComputedStyle(around).textOverflow === 'ellipsis');
        })
        .map((element) => `${element.tagName} ${element.className}`),
    );
    expect(tooWide).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}
