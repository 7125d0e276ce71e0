import { defineConfig } from '@playwright/test';
import journeys from './playwright.config';

/** Pictures of a running demo shop for README and docs: `make shots ONLY=readme`. */
export default defineConfig({
  testDir: 'scripts/shots',
  testMatch: 'readme.ts',
  outputDir: 'test-results/readme-shots',
  workers: 1,
  reporter: 'list',
  timeout: 180_000,
  expect: journeys.expect,
  use: { ...journeys.use, actionTimeout: 30_000 },
});
