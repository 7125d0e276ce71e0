import { expect, type Page } from '@playwright/test';
import { axeViolationsInBothSchemes } from './axe';

/** Maximum layout shift of a page after its first paint. */
const MAX_SHIFT = 0.02;

type Shifts = { shifts: number; shifted: string[] };

/** Collects the layout shifts of every page opened from now on, with the elements that moved. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { shifts: 0, shifted: [] as string[] };
    Object.assign(window, seen);
    const own = window as unknown as typeof seen;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null }[];
        };
        if (hadRecentInput) continue;
        own.shifts += value;
        const moved = sources.map(({ node }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          return element
            ? `${element.tagName}.${element.getAttribute('class')?.slice(0, 60)}`
            : '?';
        });
        own.shifted.push(`${value.toFixed(3)} ${moved.join(' | ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Delays every answer of the API, so that placeholders are shown and what replaces them is seen to move. */
export async function delayAnswers(page: Page): Promise<void> {
  await page.route(/\/api\//, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue().catch(() => undefined);
  });
}

/** Waits until the page has rendered its content and fonts, and loads nothing more. */
async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await expect(page.locator('main [aria-busy=true], main .skeleton')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  let loaded = -1;
  await expect
    .poll(
      async () => {
        const before = loaded;
        loaded = await page.evaluate(() => performance.getEntriesByType('resource').length);
        return loaded === before;
      },
      { intervals: [400] },
    )
    .toBe(true);
}

/** Faults of the page at an address: layout shift, elements wider than the window, and faults that axe finds. */
export async function faultsOf(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  await settle(page);
  const { shifts, shifted, overflow } = await page.evaluate(() => {
    const own = window as unknown as Shifts;
    const root = document.documentElement;
    const overflow = root.scrollWidth - root.clientWidth;
    return { shifts: own.shifts, shifted: own.shifted, overflow };
  });
  return [
    ...(shifts > MAX_SHIFT
      ? [`${path} shifts by ${shifts.toFixed(3)}: ${shifted.join('; ')}`]
      : []),
    ...(overflow > 0 ? [`${path} is ${overflow} px wider than the window`] : []),
    ...(await axeViolationsInBothSchemes(page, path)),
  ];
}
