import { expect, type Page } from '@playwright/test';
import { ROUTES } from '../src/testing/route-paths';
import { delayAnswers, faultsOf, watchShifts } from './route-faults';
import { call, placeOrder, shopper } from './shopper';
import { test } from './test';

const LANGUAGES = ['la', 'en', 'ar'] as const;
const WIDTHS = { phone: [320, 390], desktop: [768, 1440] } as const;
/** Routes outside section 2 of the specification. */
const MORE = ['/account/reset', '/credits', '/offline', '/shop?search=tile', '/nowhere'];
/** Pages that differ for a signed-in customer. */
const OWN = [
  '/cart',
  '/checkout',
  '/svnclub',
  '/account/profile',
  '/account/orders',
  '/staff/orders',
];
async function open(
  page: Page,
  language: string,
  width: number,
): Promise<(path: string) => string> {
  await page.setViewportSize({ width, height: width < 768 ? 844 : 900 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await watchShifts(page);
  // Arabic is unrouted: it is shown over the Lao pages.
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
          await delayAnswers(page);
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
