import { type BrowserContext, test as base, expect } from '@playwright/test';
import { acquireBroadcastLock, type BroadcastUse } from './broadcast-lock';

type Watching = {
  /** Uncaught errors that a test provokes: `test.use({ allowedErrors: [/…/] })`. */
  allowedErrors: RegExp[];
  /** `test.use({ broadcasts: 'counts' })`: how the test depends on broadcasts. */
  broadcasts: BroadcastUse;
  apart: undefined;
  watching: undefined;
};

/** Playwright's `test`, which fails if any of its pages had an uncaught error. */
export const test = base.extend<Watching>({
  allowedErrors: [[], { option: true }],
  broadcasts: ['none', { option: true }],
  apart: [
    async ({ broadcasts }, use) => {
      const end = await acquireBroadcastLock(broadcasts);
      await use(undefined);
      end();
    },
    { auto: true, timeout: 600_000 },
  ],
  watching: [
    async ({ browser, context, allowedErrors }, use, info) => {
      // axe checks the whole page, which takes up to a minute on a busy machine.
      if (/\baxe\b/.test(info.title)) info.setTimeout(Math.max(info.timeout, 300_000));
      const errors: string[] = [];
      const watch = (watched: BrowserContext) =>
        watched.on('weberror', (fault) => {
          const error = fault.error();
          errors.push(`${fault.page()?.url()}: ${error.stack ?? error.message}`);
        });
      watch(context);
      browser.on('context', watch);
      await use(undefined);
      browser.off('context', watch);
      expect(
        errors.filter((error) => !allowedErrors.some((allowed) => allowed.test(error))),
      ).toEqual([]);
    },
    { auto: true },
  ],
});
