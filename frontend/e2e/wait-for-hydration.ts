import type { Page } from '@playwright/test';

/**
 * Waits until the scripts have taken the page over. Before that a link loads the next page anew, a key goes nowhere, and
 * a press or a text waits for them.
 */
export async function atWork(page: Page): Promise<void> {
  await page.waitForFunction(() => !(window as unknown as { early?: unknown }).early);
}
