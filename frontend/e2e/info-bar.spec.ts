import { expect } from '@playwright/test';
import { UNROUTED_TAGS } from '../src/shared/i18n/language-preference';
import { LANGUAGES } from '../src/shared/i18n/languages';
import { test } from './test';
import { waitForHydration } from './wait-for-hydration';

const ROUTED = LANGUAGES.map(({ code }) => code as string);

test.skip(({ viewport }) => (viewport?.width ?? 0) < 1024, 'a phone has the controls in its menu');

for (const language of [...ROUTED, ...UNROUTED_TAGS]) {
  test(`info bar in ${language} shows all controls from 1024 px on`, async ({
    page,
    context,
    baseURL,
  }) => {
    const isRouted = ROUTED.includes(language);
    const chosen = { name: 'googtrans', value: `/auto/${language}`, url: baseURL ?? '' };
    if (!isRouted) await context.addCookies([chosen]);
    await page.setViewportSize({ width: 1024, height: 700 });
    await page.goto(`/${isRouted ? language : 'en'}/contact`);
    await waitForHydration(page);
    const bar = page.getByRole('complementary').first();
    await expect(bar.getByRole('button').last()).toBeInViewport({ ratio: 1 });
    for (const width of [1024, 1280]) {
      await page.setViewportSize({ width, height: 700 });
      const faults = await bar.evaluate((element) => {
        const boxes = [...element.querySelectorAll('a, button, b, time')]
          .map((control) => control.getBoundingClientRect())
          .filter((box) => box.width > 0)
          .sort((one, other) => one.left - other.left);
        const isOut = (box: DOMRect) => box.left < 0 || box.right > innerWidth;
        const lies = (box: DOMRect, index: number) => {
          const next = boxes[index + 1];
          return next !== undefined && box.right > next.left + 1;
        };
        return {
          out: boxes.filter(isOut).length,
          overlaps: boxes.filter(lies).length,
          height: element.clientHeight,
          isWide: document.documentElement.scrollWidth > innerWidth,
        };
      });
      expect(faults, `${width} px`).toEqual({ out: 0, overlaps: 0, height: 44, isWide: false });
    }
  });
}
