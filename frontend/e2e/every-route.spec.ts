import { expect, type Page } from '@playwright/test';
import { ROUTES } from '../src/testing/route-paths';
import { axeFaultsInBothSchemes } from './axe';
import { call, placeOrder, shopper } from './shopper';
import { test } from './test';

const LANGUAGES = ['la', 'en', 'ar'] as const;
const WIDTHS = { phone: [320, 390], desktop: [768, 1440] } as const;
/** Routes outside section 2 of the specification. */
const MORE = ['/credits', '/offline', '/shop?search=tile', '/nowhere'];
/** What a signed-in customer sees there is another page. */
const OWN = ['/cart', '/checkout', '/svnclub', '/account/profile', '/account/orders'];
/** Layout shift of a page from its first paint on. */
const MAX_SHIFT = 0.02;

type Shifts = { shifts: number; shifted: string[] };

/** Collects the layout shifts of every page that is opened from now on, with what moved. */
async function watchShifts(page: Page): Promise<void> {
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

/** Waits until the page shows its content in its fonts and loads nothing more. */
async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await expect(page.locator('main [aria-busy=true], main .sk')).toHaveCount(0);
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

/** What is wrong with the page at an address: its layout shift, what is wider than the window, and what axe finds. */
async function faultsOf(page: Page, path: string): Promise<string[]> {
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
    ...(await axeFaultsInBothSchemes(page, path)),
  ];
}

async function open(
  page: Page,
  language: string,
  width: number,
): Promise<(path: string) => string> {
  await page.setViewportSize({ width, height: width < 768 ? 844 : 900 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await watchShifts(page);
  // Arabic has no route: it shows over the pages in Lao.
  const isRouted = language !== 'ar';
  if (!isRouted) {
    const url = new URL(process.env.BASE_URL ?? 'http://127.0.0.1:8080').origin;
    await page.context().addCookies([{ name: 'googtrans', value: '/auto/ar', url }]);
  }
  return (path) => `/${isRouted ? language : 'la'}${path === '/' ? '' : path}`;
}

for (const [project, widths] of Object.entries(WIDTHS)) {
  for (const width of widths) {
    for (const language of LANGUAGES) {
      test.describe(`every route in ${language} at ${width} px`, () => {
        test.beforeEach(({ page: _ }, info) => {
          test.skip(info.project.name !== project, `${project} has this width`);
          test.setTimeout(900_000);
        });

        test('axe finds nothing, nothing overflows or shifts, light and dark', async ({ page }) => {
          const at = await open(page, language, width);
          const found: string[] = [];
          for (const path of [...ROUTES, ...MORE]) found.push(...(await faultsOf(page, at(path))));
          expect(found).toEqual([]);
        });

        test('axe finds nothing on a customer’s pages, nothing overflows or shifts, light and dark', async ({
          page,
        }) => {
          const at = await open(page, language, width);
          await shopper(page);
          const { order_id } = await placeOrder(page, 'qr');
          await call(page, 'POST', '/api/auth/cart/items', { pro_id: 101002, quantity: 2 });
          const orders = ['/account/orders/', '/checkout/pay/', '/checkout/thanks/'];
          const found: string[] = [];
          for (const path of [...OWN, ...orders.map((order) => order + order_id)]) {
            found.push(...(await faultsOf(page, at(path))));
          }
          expect(found).toEqual([]);
        });
      });
    }
  }
}
