import type { Page } from '@playwright/test';

/**
 * Waits until the page is hydrated. Before that a link loads a whole page, a key press has no effect, and clicks and
 * texts are replayed later.
 */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => !(window as unknown as { early?: unknown }).early);
}
