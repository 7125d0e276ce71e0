import { expect, type Page } from '@playwright/test';
import { call, shopper } from './shopper';
import { test } from './test';
import { waitForHydration } from './wait-for-hydration';

const DRILL = 401011;
const OTHER = 101017;

test.use({ serviceWorkers: 'allow' });

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const seen = (page: Page) => page.getByRole('region', { name: 'Recently viewed' });

/** Addresses in all caches, without the origin. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => url.replace(location.origin, ''));
  });

/** Files that the page has loaded and no cache contains. */
const missing = async (page: Page) => {
  const all = await kept(page);
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  return loaded.filter((path) => path.startsWith('/assets/') && !all.includes(path));
};

/** Visits a page and waits until it and the offline page are cached. */
async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect.poll(() => kept(page)).toEqual(expect.arrayContaining([address, '/en/offline']));
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await waitForHydration(page);
  // The page's files are cached last.
  await expect.poll(() => missing(page)).toEqual([]);
}

/** Online, every page embeds its data, so data shown offline comes from the cache. */
const offline = (page: Page, isOffline: boolean) => page.context().setOffline(isOffline);

test('visited pages open offline, and all pages again online', async ({ page }) => {
  await visit(page, '/en');
  await visit(page, `/en/shop/${DRILL}`);
  const name = await heading(page).textContent();
  await offline(page, true);
  await page.reload();
  await expect(heading(page)).toHaveText(name ?? '');
  await expect(page.getByText('You are offline.')).toBeVisible();
  await page.goto('/en');
  await expect(page.locator('main article').first()).toBeVisible();
  await offline(page, false);
  await page.goto(`/en/shop/${OTHER}`);
  await expect(heading(page)).not.toHaveText(name ?? '');
  await expect(page.getByRole('textbox', { name: 'Quantity' })).toBeVisible();
});

test('page visited within the app opens offline', async ({ page }) => {
  await visit(page, '/en');
  await page.reload();
  await waitForHydration(page);
  await page.locator('main article a').first().click();
  await expect(page).toHaveURL(/\/en\/shop\/\d+/);
  await expect(page.getByRole('textbox', { name: 'Quantity' })).toBeVisible();
  const name = (await heading(page).textContent()) ?? '';
  const id = new URL(page.url()).pathname.split('/').at(-1);
  await expect.poll(() => kept(page)).toContain(`/api/v1/product/${id}`);
  await expect.poll(() => missing(page)).toEqual([]);
  await offline(page, true);
  await page.reload();
  await expect(heading(page)).toHaveText(name);
  await expect(page).toHaveTitle(new RegExp(name.slice(0, 10).replace(/[()]/g, '.')));
});

test('page not visited says so offline, lists visited ones, and loads when online', async ({
  page,
}) => {
  await visit(page, `/en/shop/${DRILL}`);
  const name = (await heading(page).textContent()) ?? '';
  await offline(page, true);
  await page.goto(`/en/shop/${OTHER}`);
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await seen(page).getByRole('link', { name }).click();
  await expect(heading(page)).toHaveText(name);
  await page.goto(`/en/shop/${OTHER}`);
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  await offline(page, false);
  await expect(page.getByRole('textbox', { name: 'Quantity' })).toBeVisible();
});

test('page in a language not visited is not empty offline', async ({ page }) => {
  await visit(page, `/en/shop/${DRILL}`);
  await offline(page, true);
  await page.goto('/vn');
  await expect(page.getByRole('main')).toContainText('Hiện không tải được trang này.');
  await offline(page, false);
  await expect(heading(page)).toBeVisible();
  await expect(page.locator('main article').first()).toBeVisible();
});

test('list of visited pages opens offline', async ({ page }) => {
  await visit(page, `/en/shop/${DRILL}`);
  await offline(page, true);
  await page.goto('/en/offline');
  await expect(seen(page).getByRole('link')).toHaveCount(1);
});

test('personal pages are not cached, and sign-out clears visited ones', async ({ page }) => {
  const phone = await shopper(page);
  await call(page, 'POST', '/api/auth/cart/items', { pro_id: DRILL, quantity: 1 });
  await visit(page, `/en/shop/${DRILL}`);
  for (const address of ['/en/cart', '/en/account/orders', '/en/checkout', '/en/account/profile']) {
    await page.goto(address);
    await expect(heading(page)).toBeVisible();
  }
  const all = await kept(page);
  expect(all).toContain(`/en/shop/${DRILL}`);
  const personal = /\/api\/auth|\/api\/api-token|verify-token|\/(cart|account|checkout|staff)\b/;
  expect(all.filter((address) => personal.test(address))).toEqual([]);
  const texts = await page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => !/assets|images/.test(name));
    const answers = names.map(async (name) => (await caches.open(name)).matchAll());
    const all = (await Promise.all(answers)).flat();
    return (await Promise.all(all.map((answer) => answer.text()))).join('\n');
  });
  expect(texts.length).toBeGreaterThan(1000);
  expect(texts).not.toContain(phone.replace(/ /g, '').slice(-8));
  await page.getByRole('button', { name: 'Log out' }).last().click();
  await expect.poll(() => kept(page)).not.toContain(`/en/shop/${DRILL}`);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('heuan_seen') ?? ''))
    .not.toContain('/shop/');
});
