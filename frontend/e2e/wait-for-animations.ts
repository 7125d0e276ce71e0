import type { Locator, Page } from '@playwright/test';

/** Waits until an element's animations have ended, because it would be measured in motion before. */
export const waitForAnimations = (element: Locator): Promise<void> =>
  element.evaluate(async (it) => {
    await Promise.all(it.getAnimations().map(({ finished }) => finished.catch(() => undefined)));
  });

/** Switches the color scheme as `index.html` does, and waits until the transitions have ended. */
export const inColorScheme = (page: Page, theme: 'light' | 'dark'): Promise<void> =>
  page.evaluate(async (name) => {
    document.documentElement.dataset.theme = name;
    const changes = document.getAnimations().filter((it) => it instanceof CSSTransition);
    await Promise.all(changes.map(({ finished }) => finished.catch(() => undefined)));
  }, theme);
