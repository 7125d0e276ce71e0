import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Tabs on until the element has the focus; the end of the page leads to its beginning. On a long page `Shift+Tab` reaches
 * its end sooner.
 */
export async function tabTo(
  page: Page,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  const element = target.filter({ visible: true }).first();
  await expect(element).toBeVisible();
  for (let presses = 0; presses < 250; presses += 1) {
    if (await element.evaluate((it) => it === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`the keyboard does not reach ${target}`);
}

/** Presses what the keyboard reaches. */
export async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Writes into a field that the keyboard reaches. */
export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}
