import { expect, type Page } from '@playwright/test';
import { canMakeStaff, member } from './chat-helpers';
import { call, placeOrder, shopper } from './shopper';
import { test } from './test';

test.skip(({ viewport }) => (viewport?.width ?? 0) < 1024, 'a phone has no keys');

/** Tab stops of one page that are checked. */
const MAX_STOPS = 150;

type Stop = { element: string; hasRing: boolean; isEnd: boolean };

/**
 * The focused element, and whether a ring of at least 2 px is drawn around it: by itself, by what covers its card, or by the frame of
 * its field.
 */
const currentStop = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return { element: '', hasRing: true, isEnd: true };
    const isRing = ({ outlineStyle, outlineWidth, outlineColor }: CSSStyleDeclaration) => {
      const isTransparent = /^rgba\(.*,\s*0\)$|\/\s*0\)$/.test(outlineColor);
      return outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2 && !isTransparent;
    };
    const frames: Element[] = [];
    for (let at: Element | null = element; at && frames.length < 4; at = at.parentElement) {
      frames.push(at);
    }
    // The thumb of the price slider paints its ring, and a preview has a document of its own.
    const isApart = element.closest('.price-slider-thumb') || element.tagName === 'IFRAME';
    return {
      element: element.outerHTML.slice(0, 200),
      hasRing:
        Boolean(isApart) ||
        isRing(getComputedStyle(element, '::after')) ||
        frames.some((frame) => isRing(getComputedStyle(frame))),
      isEnd: false,
    };
  });

/** Tab stops of a page without a focus ring. */
async function stopsWithoutRing(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await expect(page.locator('main [aria-busy=true], main .skeleton')).toHaveCount(0);
  const found: string[] = [];
  let stops = 0;
  for (; stops < MAX_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    const stop = await currentStop(page);
    if (stop.isEnd) break;
    if (!stop.hasRing) found.push(`${path}: ${stop.element}`);
  }
  expect(stops, `${path} has tab stops`).toBeGreaterThan(3);
  return found;
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('every control of the shop that the keyboard reaches has a focus ring', async ({
      page,
    }) => {
      test.setTimeout(300_000);
      const found: string[] = [];
      for (const path of ['/en', '/en/shop', '/en/shop/401011', '/en/contact']) {
        found.push(...(await stopsWithoutRing(page, path)));
      }
      await shopper(page, { 401011: 1 });
      await placeOrder(page);
      for (const path of [
        '/en/cart',
        '/en/checkout',
        '/en/account/profile',
        '/en/account/orders',
      ]) {
        found.push(...(await stopsWithoutRing(page, path)));
      }
      expect(found).toEqual([]);
    });

    test('outline button keeps its line under the focus ring', async ({ page }) => {
      await shopper(page);
      const { order_id } = await placeOrder(page);
      await page.goto(`/en/account/orders/${order_id}`);
      const button = page.getByRole('button', { name: /^Print/ });
      await expect(button).toBeVisible();
      const styles = () =>
        button.evaluate((it) => {
          const { outlineStyle, outlineWidth, outlineOffset, boxShadow } = getComputedStyle(it);
          return [outlineStyle, outlineWidth, outlineOffset, boxShadow.includes('inset')];
        });
      await button.focus();
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Tab');
      await expect(button).toBeFocused();
      expect(await styles()).toEqual(['solid', '2px', '2px', true]);
    });

    test('every control of the back office that the keyboard reaches has a focus ring', async ({
      page,
      browser,
    }) => {
      test.skip(!canMakeStaff, 'needs a shop it can make staff for');
      test.setTimeout(300_000);
      await shopper(page);
      const { order_id } = await placeOrder(page);
      const manager = await member(browser, 'Chantha');
      await manager.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const { cus_id } = await call(manager, 'GET', `/api/staff/orders/${order_id}`);
      const found: string[] = [];
      for (const path of [
        '',
        '/orders',
        `/orders/${order_id}`,
        '/orders/new',
        '/products',
        '/products/401011',
        '/content/menu~menu',
        `/customers/${cus_id}`,
        '/people',
      ]) {
        found.push(...(await stopsWithoutRing(manager, `/en/staff${path}`)));
      }
      expect(found).toEqual([]);
    });
  });
}
