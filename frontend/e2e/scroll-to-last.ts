import { expect, type Page } from '@playwright/test';

const cards = (page: Page) => page.locator('main article');

/**
 * Scrolls to the last product of a list until `count` products are shown. The next page loads automatically near the
 * end.
 */
export async function scrollToLast(page: Page, count: number): Promise<void> {
  await expect
    .poll(async () => {
      await cards(page).last().scrollIntoViewIfNeeded();
      return await cards(page).count();
    })
    .toBe(count);
}
