import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { test } from './test';

const OTHERS = 'km ja ko ru es fr de it pt nl ar tr pl ro'.split(' ');

/** Sets the language cookie of an earlier visit. */
const chosen = (page: Page, tag: string) =>
  page
    .context()
    .addCookies([
      { name: 'googtrans', value: `/auto/${tag}`, url: test.info().project.use.baseURL ?? '' },
    ]);

const cookies = async (page: Page) =>
  Object.fromEntries((await page.context().cookies()).map(({ name, value }) => [name, value]));

/** Opens the language list: in the header, or in the settings tab of the phone's panel. */
async function openList(page: Page) {
  if ((page.viewportSize()?.width ?? 0) > 1000) {
    await page.locator('button[aria-expanded]', { has: page.locator('.lucide-globe') }).click();
    return;
  }
  await page.locator('header button', { has: page.locator('.lucide-menu') }).click();
  const panel = page.getByRole('dialog');
  await panel.locator('nav button', { has: page.locator('.lucide-settings') }).click();
}

async function choose(page: Page, nativeName: RegExp) {
  await openList(page);
  await page.getByRole('button', { name: nativeName }).click();
}

test('language without a route is shown at the same address, also after a reload', async ({
  page,
}) => {
  await page.goto('/en');
  await choose(page, /^Français/);
  await expect(page.locator('.translating')).toHaveText('Changing the language…');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Une belle maison');
  expect(new URL(page.url()).pathname).toBe('/en');
  expect(await cookies(page)).toMatchObject({ googtrans: '/auto/fr', heuan_lang: 'en' });

  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Une belle maison');
  await page.getByRole('link', { name: 'Voir les produits' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tous les produits');
  expect(new URL(page.url()).pathname).toBe('/en/shop');
});

test("page in a language without a route shows no text of the route's language before", async ({
  page,
}) => {
  await chosen(page, 'de');
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const look = () => {
      const body = document.body;
      if (body && getComputedStyle(body).visibility === 'visible') {
        const text = body.querySelector('h1')?.textContent;
        if (text) seen.push(text);
      }
      requestAnimationFrame(look);
    };
    look();
  });
  await page.goto('/en', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ein gutes Zuhause');
  const seen = await page.evaluate(() => [
    ...new Set((window as unknown as { seen: string[] }).seen),
  ]);
  expect(seen.filter((text) => !text.includes('gutes Zuhause'))).toEqual([]);
});

test('selecting Lao clears the cookie and opens the Lao address', { tag: '@gate' }, async ({
  page,
}) => {
  await chosen(page, 'fr');
  await page.goto('/en');
  await choose(page, /^ລາວ/);
  await expect(page).toHaveURL(/\/la$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'lo');
  expect(await cookies(page)).not.toHaveProperty('googtrans');
  expect(await cookies(page)).toMatchObject({ heuan_lang: 'la' });
});

test("selecting the route's language shows it again", async ({ page }) => {
  await chosen(page, 'fr');
  await page.goto('/en');
  await choose(page, /^English/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page).toHaveURL(/\/en$/);
});

test('selecting the current language closes the list', async ({ page }) => {
  await page.goto('/en');
  await choose(page, /^English/);
  await expect(page.getByRole('textbox', { name: 'Search languages' })).toBeHidden();
  await expect(page.locator('.translating')).toHaveCount(0);
});

test('language list is filtered by name and label', async ({ page }) => {
  await page.goto('/la');
  await openList(page);
  await page.getByRole('textbox', { name: 'ຄົ້ນຫາພາສາ' }).fill('ITAL');
  await expect(page.getByRole('button', { name: /^Italiano/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Français/ })).toBeHidden();
});

test('alternate links: the five routed languages only, with any language chosen', async ({
  page,
}) => {
  await chosen(page, 'ar');
  await page.goto('/en/shop?category=1');
  const links = page.locator('link[rel=alternate][hreflang]');
  await expect(links).toHaveCount(6);
  const tags = await links.evaluateAll((all) => all.map((link) => link.getAttribute('hreflang')));
  expect(tags).toEqual(['lo', 'en', 'th', 'zh-CN', 'vi', 'x-default']);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    /\/en\/shop\?category=1$/,
  );
});

test('Arabic runs from the right: page, drawer, prices', { tag: '@gate' }, async ({ page }) => {
  await chosen(page, 'ar');
  const fonts: string[] = [];
  page.on('request', (request) => fonts.push(request.url()));
  await page.goto('/en');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('البيت الجميل');
  await expect.poll(() => fonts.some((url) => url.includes('arabic'))).toBe(true);
  const price = page.locator('article b bdi').first();
  await expect(price).toHaveText(/^₭[\d,]+\.00$/);
  expect(await price.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');

  await page
    .getByRole('button', { name: /^السلة/ })
    .first()
    .click();
  const drawer = page.locator('dialog.sheet[open]');
  await expect(drawer).toBeVisible();
  await expect.poll(async () => (await drawer.boundingBox())?.x).toBe(0);
});

for (const tag of ['ar', 'km']) {
  test(`${tag} passes the rules of accessibility`, async ({ page }) => {
    test.setTimeout(300_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await chosen(page, tag);
    for (const path of ['/en', '/en/shop', '/en/account/login']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const { violations } = await new AxeBuilder({ page }).analyze();
      const serious = violations.filter(
        ({ impact }) => impact === 'serious' || impact === 'critical',
      );
      expect(serious.map(({ id, nodes }) => `${path} ${id} ${nodes[0]?.html}`)).toEqual([]);
    }
  });
}

test('page in every language renders without errors and without overflow', async ({ page }) => {
  test.setTimeout(300_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    const { origin } = new URL(request.url());
    if (origin !== new URL(page.url() === 'about:blank' ? request.url() : page.url()).origin) {
      faults.push(`requested ${origin}`);
    }
  });
  for (const tag of OTHERS) {
    await chosen(page, tag);
    for (const path of ['/en', '/en/cart']) {
      await page.goto(path);
      await expect(page.locator('html')).toHaveAttribute('lang', tag);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(over, `${tag} ${path}`).toBeLessThanOrEqual(0);
    }
  }
  expect(faults).toEqual([]);
});
