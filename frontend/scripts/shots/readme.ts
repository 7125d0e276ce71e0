import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { type Browser, type Cookie, expect, type Page, test } from '@playwright/test';
import { dayOfOrders } from './day-of-orders';

const FOLDER = new URL('../../../docs/images/', import.meta.url).pathname;
/** Bytes of all pictures together. */
const BUDGET = 400_000;
const QUALITIES = [92, 86, 80, 74, 68];

const PHONE = { width: 390, height: 844, bytes: 42_000 };
const DESKTOP = { width: 1280, height: 800, bytes: 68_000 };
/** Wide enough for all columns of the orders. */
const OFFICE = { width: 1440, height: 800, bytes: 90_000 };

type Shot = {
  name: string;
  size: typeof PHONE;
  isDark?: true;
  /** Path with its language; a function first creates what the picture shows. */
  path: string | ((page: Page) => Promise<string>);
};

/** Cookies of a manager and the last order of the day, which the first picture that needs them makes. */
let office: { cookies: Cookie[]; orderId: string } | undefined;

function withOrders(path: string | ((orderId: string) => string)) {
  return async (page: Page): Promise<string> => {
    if (office) await page.context().addCookies(office.cookies);
    else {
      const orderId = await dayOfOrders(page);
      office = { cookies: await page.context().cookies(), orderId };
    }
    return typeof path === 'string' ? path : path(office.orderId);
  };
}

const SHOTS: Shot[] = [
  { name: 'home-phone', size: PHONE, path: '/la' },
  { name: 'product-phone', size: PHONE, isDark: true, path: '/la/shop/401008' },
  { name: 'list-desktop', size: DESKTOP, path: '/en/shop?category=4' },
  { name: 'search-desktop', size: DESKTOP, path: '/en/shop?search=cement' },
  { name: 'office-orders-desktop', size: OFFICE, path: withOrders('/en/staff/orders') },
  {
    name: 'office-order-desktop',
    size: OFFICE,
    path: withOrders((orderId) => `/en/staff/orders/${orderId}`),
  },
];

async function open(browser: Browser, { size, isDark, path }: Shot): Promise<Page> {
  const { width, height } = size;
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch: width < 1024,
    colorScheme: isDark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    timezoneId: 'Asia/Vientiane',
    baseURL: test.info().project.use.baseURL,
  });
  const page = await context.newPage();
  await page.goto(typeof path === 'string' ? path : await path(page));
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeAttached();
  await expect(page.locator('main [aria-busy=true], main .skeleton')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { top, bottom, left, right } = image.getBoundingClientRect();
      const isSeen = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
      return !isSeen || image.complete;
    }),
  );
  return page;
}

/** The screenshot as WebP, in the best quality that its bytes allow. */
async function screenshot(page: Page, { bytes }: typeof PHONE): Promise<Buffer> {
  const browser = await page.context().newCDPSession(page);
  for (const quality of QUALITIES) {
    const format = { format: 'webp', quality } as const;
    const { data } = await browser.send('Page.captureScreenshot', format);
    const image = Buffer.from(data, 'base64');
    if (image.length <= bytes) return image;
  }
  throw new Error(`the picture has more than ${bytes} bytes in the lowest quality`);
}

for (const shot of SHOTS) {
  test(shot.name, async ({ browser }) => {
    const page = await open(browser, shot);
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(`${FOLDER}${shot.name}.webp`, await screenshot(page, shot.size));
    await page.context().close();
  });
}

test('all pictures together fit into their budget', () => {
  const bytes = readdirSync(FOLDER).map((file) => statSync(FOLDER + file).size);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(BUDGET);
});
