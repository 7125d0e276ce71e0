import { defineConfig } from '@playwright/test';
import journeys from './playwright.config';
import { COLORS, WIDTHS } from './scripts/shots/matrix';

/** Screenshots of a running shop, for review: `make shots`. */
export default defineConfig({
  testDir: 'scripts/shots',
  testMatch: 'take.ts',
  outputDir: 'test-results/shots',
  fullyParallel: true,
  reporter: 'list',
  timeout: 120_000,
  expect: journeys.expect,
  globalTeardown: './scripts/shots/gallery.ts',
  use: { ...journeys.use, actionTimeout: 15_000, contextOptions: { reducedMotion: 'reduce' } },
  projects: WIDTHS.flatMap((width) =>
    COLORS.map((colorScheme) => ({
      name: `${width} ${colorScheme}`,
      use: {
        colorScheme,
        viewport: { width, height: width < 700 ? 844 : 900 },
        hasTouch: width < 1024,
      },
    })),
  ),
});
