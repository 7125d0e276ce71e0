import type { Locator, Page } from '@playwright/test';

/** Waits until an element has ended its movements: before that it is measured on its way. */
export const atRest = (element: Locator): Promise<void> =>
  element.evaluate(async (it) => {
    await Promise.all(it.getAnimations().map(({ finished }) => finished.catch(() => undefined)));
  });

/** Gives the page other colours as `index.html` would, and waits until all of it has them. */
export const inColours = (page: Page, theme: 'light' | 'dark'): Promise<void> =>
  page.evaluate(async (name) => {
    document.documentElement.dataset.theme = name;
    const changes = document.getAnimations().filter((it) => it instanceof CSSTransition);
    await Promise.all(changes.map(({ finished }) => finished.catch(() => undefined)));
  }, theme);
