import type { Page } from '@playwright/test';

/** Pixels by which a page is wider than the window. A mobile browser widens `innerWidth` to the page, so that it hides them. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
