import { expect, type Page } from '@playwright/test';
import { ROUTES } from '../src/testing/route-paths';
import { axeViolations, axeViolationsInBothSchemes } from './axe';
import { call, placeOrder, shopper } from './shopper';
import { test } from './test';

const LANGUAGES = ['la', 'en', 'th', 'cn', 'vn'];
/** Further states of pages: filters, empty result, out of stock, an open question, a missing page. */
const STATES = [
  '/shop?category=2&group=201&in_stock=true&view=list',
  '/shop?min_price=1&max_price=2',
  '/shop?search=x',
  '/shop/104001',
  '/shop/1203001',
  '/by-sale',
  '/promotion/5',
  '/blogs/news/1',
  '/helpcenter#how-much-is-delivery',
  '/offline',
  '/nowhere',
];
const ADDRESSES = [...ROUTES, ...STATES];
/** Pages that differ for a signed-in customer. */
const OWN = ['/cart', '/checkout', '/svnclub', '/account/profile', '/account/orders'];
/** Number of addresses that are checked one after another in one page. */
const SHARE = 24;

/** Returns the accessibility faults of a page in both color schemes. */
async function look(page: Page, path: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await expect(page.locator('main [aria-busy=true], main .skeleton')).toHaveCount(0);
  return await axeViolationsInBothSchemes(page, path);
}

async function lookAll(page: Page, paths: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) found.push(...(await look(page, path)));
  return found;
}

/** Every route in every language and color scheme, alternating between phone and desktop. */
for (const [nth, language] of LANGUAGES.entries()) {
  const share = (paths: string[], shift: number, isPhone: boolean) =>
    paths
      .filter((_, index) => (index + shift + nth) % 2 === (isPhone ? 0 : 1))
      .map((path) => `/${language}${path === '/' ? '' : path}`);

  for (let start = 0; start < ADDRESSES.length; start += SHARE) {
    const paths = ADDRESSES.slice(start, start + SHARE);
    test(`axe finds nothing in ${language} from ${paths[0]} on, light and dark`, async ({ page }, {
      project,
    }) => {
      test.setTimeout(300_000);
      const found = await lookAll(page, share(paths, start, project.name === 'phone'));
      expect(found).toEqual([]);
    });
  }

  test(`axe finds nothing in ${language} on a customer’s pages, light and dark`, async ({ page }, {
    project,
  }) => {
    test.setTimeout(300_000);
    await shopper(page);
    const { order_id } = await placeOrder(page, 'qr');
    await call(page, 'POST', '/api/auth/cart/items', { pro_id: 101002, quantity: 2 });
    const paths = [...OWN, `/account/orders/${order_id}`, `/checkout/pay/${order_id}`];
    const found = await lookAll(page, share(paths, 0, project.name === 'phone'));
    expect(found).toEqual([]);
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('axe finds nothing in the category menu', async ({ page }) => {
      await page.goto('/la');
      if ((page.viewportSize()?.width ?? 0) < 768) {
        await page.locator('header button').first().click();
      }
      await page.locator('button:has(svg.lucide-layout-grid):visible').click();
      await expect(page.locator('dialog[open] [data-entry]').first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(await axeViolations(page, 'category-menu', 'dialog[open]')).toEqual([]);
    });
  });
}
