import { expect, type Page, test } from '@playwright/test';
import { COLORS, FOLDER, fileOf, LANGUAGES, ONLY } from './matrix';
import { SCREENS, type Screen } from './screens';

const ROUTED = ['la', 'en', 'th', 'cn', 'vn'];

/** Scrolls through the page, because images load when they come into view. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += 600) {
      scrollTo(0, top);
      await new Promise((resolve) => setTimeout(resolve, 80));
    }
    scrollTo(0, 0);
  });
  // Images outside the window, as in a horizontally scrolling row, would never load.
  await page
    .waitForFunction(() => [...document.images].every(({ complete }) => complete), null, {
      timeout: 5_000,
    })
    .catch(() => {});
}

async function show(page: Page, screen: Screen, language: string): Promise<void> {
  await screen.prepare?.(page);
  const path = typeof screen.path === 'string' ? screen.path : await screen.path(page);
  const isRouted = ROUTED.includes(language);
  if (!isRouted) {
    const url = test.info().project.use.baseURL ?? '';
    await page.context().addCookies([{ name: 'googtrans', value: `/auto/${language}`, url }]);
  }
  await page.goto(`/${isRouted ? language : 'en'}${path}`);
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeAttached();
  await expect(page.locator('main [aria-busy=true], main .skeleton')).toHaveCount(0);
  // Waits for the parts that load when the page is idle.
  await page.waitForTimeout(1200);
  await screen.act?.(page);
  if (screen.isWhole) await scrollThrough(page);
  await page.waitForTimeout(800);
}

for (const screen of SCREENS.filter(({ name }) => ONLY.length === 0 || ONLY.includes(name))) {
  for (const language of LANGUAGES) {
    test(`${screen.name} ${language}`, async ({ page, viewport, colorScheme }) => {
      const width = viewport?.width ?? 0;
      test.skip(width < (screen.from ?? 0) || width > (screen.to ?? Number.POSITIVE_INFINITY));
      await show(page, screen, language);
      const path = FOLDER + fileOf(screen.name, width, language, colorScheme ?? COLORS[0] ?? '');
      await page.screenshot({ path, type: 'jpeg', quality: 80, fullPage: Boolean(screen.isWhole) });
    });
  }
}
