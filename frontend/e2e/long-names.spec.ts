import { expect, type Page } from '@playwright/test';
import { changeState } from './change-page-state';
import { overflowOf } from './overflow-of';
import { call, newPhone, PASSWORD, placeOrder } from './shopper';
import { test } from './test';

const LONG = 'W'.repeat(300);
const NAME = /^(pro_name|cat_name|prog_name)_|^(brand|title)$/;

/** The same data with very long names that have no line break opportunities. */
function lengthen(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const entries = value as Record<string, unknown>;
  for (const [key, entry] of Object.entries(entries)) {
    if (typeof entry === 'string' && NAME.test(key)) entries[key] = LONG;
    else if (key === 'title' && entry) entries[key] = { la: LONG, en: LONG };
    else lengthen(entry);
  }
}

for (const path of [
  '/en',
  '/la',
  '/en/shop?category=2&view=list',
  '/en/shop/1203001',
  '/en/by-sale',
]) {
  test(`name without a break opportunity does not overflow ${path}`, async ({ page }) => {
    await changeState(page, `**${path}`, ({ queries }) => {
      for (const answer of Object.values(queries)) lengthen(answer.data);
      lengthen(queries);
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const tooWide = await page.evaluate(() =>
      [...document.querySelectorAll('main *, footer *')]
        .filter((element) => {
          const { left, right } = element.getBoundingClientRect();
          const isWide = right > innerWidth + 1 && left < innerWidth && right - left > innerWidth;
          // A line with `text-overflow: ellipsis` may be wider than its box, because the rest is clipped.
          const isInLine = getComputedStyle(element).display === 'inline';
          const around = isInLine && element.parentElement;
          return isWide && !(around && getComputedStyle(around).textOverflow === 'ellipsis');
        })
        .map((element) => `${element.tagName} ${element.className}`),
    );
    expect(tooWide).toEqual([]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  });
}

const LONG_NAME = 'A'.repeat(80);
const LONG_EMAIL = 'purchasing.department@construction-company-vientiane.la';
const MAP_LINK = `https://www.google.com/maps/place/Patuxay/@17.9706,102.6185,17z/data=${'!4m6!3m5'.repeat(12)}`;
const DELIVERY = { province: 'ເຊກອງ', district: 'ລະມາມ', village: 'B'.repeat(70) };

/** Elements of the content that are partly beside the screen and not in a part that clips or scrolls. */
const outsideScreen = (page: Page) =>
  page.evaluate(() => {
    const isClipped = (element: Element) => {
      for (let at = element.parentElement; at && at.tagName !== 'MAIN'; at = at.parentElement) {
        if (getComputedStyle(at).overflowX !== 'visible') return true;
      }
      return false;
    };
    return [...document.querySelectorAll('main *')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        const isOutside = width > 1 && (left < -1 || right > screen.width + 1);
        return isOutside && !isClipped(element);
      })
      .map((element) => `${element.tagName} ${element.getAttribute('class')}`);
  });

test('texts of a customer without a break opportunity leave the pages as wide as the screen', async ({
  page,
}) => {
  const phone = newPhone();
  const email = `b${phone.replaceAll(' ', '')}.${LONG_EMAIL}`;
  const person = { fname: LONG_NAME, lname: 'Keovongsa', phone, email, password: PASSWORD };
  await call(page, 'POST', '/api/auth/register', person);
  const receiver = { receiver: LONG_NAME, phone: '020 5512 3456', landmark: MAP_LINK };
  await call(page, 'POST', '/api/auth/addresses', { ...receiver, ...DELIVERY });
  await call(page, 'POST', '/api/auth/cart/items', { pro_id: 401011, quantity: 1 });
  const { order_id } = await placeOrder(page, 'cod', {
    delivery: { method: 'delivery', ...DELIVERY },
    receiver: { name: LONG_NAME, landmark: MAP_LINK },
  });
  for (const [path, text] of [
    ['/en/account/profile', email],
    [`/en/account/orders/${order_id}`, MAP_LINK],
    ['/en/checkout', LONG_NAME],
  ] as const) {
    await page.goto(path);
    await expect(page.locator('main').getByText(text).first()).toBeVisible();
    expect(await outsideScreen(page), path).toEqual([]);
    expect(await overflowOf(page), path).toBeLessThanOrEqual(0);
  }
});
