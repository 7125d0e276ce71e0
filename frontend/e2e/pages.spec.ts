import { expect } from '@playwright/test';
import { callsOf } from './api-calls';
import { overflowOf } from './overflow-of';
import { scrollToLast } from './scroll-to-last';
import { shopper } from './shopper';
import { test } from './test';

test('collection in another sort order loads to its last product', async ({ page }) => {
  await page.goto('/en/collections');
  await page.getByRole('link', { name: /^Lanxo/ }).click();
  await expect(page).toHaveURL(/\/en\/by-lanxo$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lanxo');
  await page.getByLabel('Sort by').selectOption('price_asc');
  await expect(page).toHaveURL(/\/en\/by-lanxo\?sort=price_asc$/);
  const cards = page.locator('main article');
  await expect(cards).toHaveCount(24);
  await scrollToLast(page, 53);
  await expect(page.getByText('All products shown')).toBeVisible();
  await cards.last().getByRole('link').click();
  await expect(page).toHaveURL(/\/en\/shop\/\d+$/);
  await page.goBack();
  await expect(cards).toHaveCount(53);
});

test('address of an unknown collection is not found', async ({ page }) => {
  const answer = await page.goto('/en/by-nobody');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
});

test('from the kinds of promotion to its products', { tag: '@gate' }, async ({ page }) => {
  await page.goto('/en/promotion');
  await page.getByRole('link', { name: /^Clearance/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Clearance');
  await page
    .getByRole('article')
    .getByRole('link', { name: /^View all/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/en\/shop\?promotion=3$/);
});

test('promotion type without promotions shows a message and links to others', async ({ page }) => {
  await page.goto('/en/promotion/5');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lao New Year deals');
  await expect(
    page.getByRole('heading', { name: 'No offers of this type right now' }),
  ).toBeVisible();
  await page.locator('main').getByRole('link', { name: 'See reduced products' }).click();
  await expect(page).toHaveURL(/\/en\/shop\?on_sale=true$/);
});

test('help question is found by a word and has its own address', { tag: '@gate' }, async ({
  page,
}) => {
  await page.goto('/en/helpcenter#how-much-is-delivery');
  const linked = page.locator('#how-much-is-delivery');
  await expect(linked).toHaveAttribute('open', '');
  await expect(linked).toBeInViewport();
  await page.getByRole('textbox', { name: 'Search the questions' }).fill('PASSWORD');
  const questions = page.locator('main details');
  await expect(questions).toHaveCount(1);
  await questions.locator('summary').click();
  await questions.getByRole('link', { name: 'Link to this question' }).click();
  await expect(page).toHaveURL(/#i-forgot-my-password-what-now$/);
});

test('jobs name their branch, and an application starts an e-mail', { tag: '@gate' }, async ({
  page,
}) => {
  await page.goto('/en/career');
  await expect(page.getByText('Pakse Branch')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Apply by e-mail' }).first()).toHaveAttribute(
    'href',
    /^mailto:career@heuan\.example\?subject=Sales%20assistant/,
  );
});

test('contact: hotline, e-mail and every branch', async ({ page }) => {
  await page.goto('/en/contact');
  const main = page.locator('main');
  await expect(main.getByRole('link', { name: '020 0000 1234' })).toHaveAttribute(
    'href',
    'tel:02000001234',
  );
  await expect(main.getByRole('heading', { level: 3 })).toHaveCount(12);
});

test('the investor pages stand beside each other', { tag: '@gate' }, async ({ page }) => {
  await page.goto('/en/investor/annual-report');
  const nav = page.getByRole('navigation', { name: 'Investor relations' });
  await expect(nav.locator('[aria-current="page"]')).toHaveText('Annual report');
  await nav.getByRole('link', { name: 'Press releases' }).click();
  await expect(page).toHaveURL(/\/investor\/press-releases$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Press releases');
});

test('news and advice lead to articles, which lead on', { tag: '@gate' }, async ({ page }) => {
  await page.goto('/en/blogs/news');
  await page.getByRole('link', { name: /Tile showroom/ }).click();
  await expect(page).toHaveURL(/\/en\/blogs\/news\/2$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tile showroom opens in Pakse');
  await expect(page.getByRole('heading', { name: 'Read next' })).toBeVisible();
});

test('the sitemap names every category, group and page', { tag: '@gate' }, async ({ page }) => {
  await page.goto('/en/sitemap');
  const main = page.locator('main');
  await expect(main.getByRole('link', { name: /^Floor Tiles/ })).toHaveAttribute(
    'href',
    '/en/shop?category=2&group=201',
  );
  await expect(main.getByRole('link', { name: 'Meeting minutes' })).toBeVisible();
});

for (const path of [
  'collections',
  'by-sale',
  'promotion',
  'promotions',
  'about',
  'contact',
  'career',
  'blogs/news/1',
  'homeguru/39',
  'shop?promotion=1',
  'shop?group=201',
  'shop?category=1&group=201',
]) {
  test(`/${path} is whole at once, from the data in the page`, async ({ page }) => {
    const calls = callsOf(page);
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    await page.goto(`/la/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(calls).toEqual([]);
    expect(faults).toEqual([]);
    const overflow = await overflowOf(page);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}

test('the investors’ documents can be taken along', async ({ page }) => {
  await page.goto('/en/investor/ir-to-share-meeting');
  const documents = page.getByRole('region', { name: 'Documents' });
  await expect(documents.getByRole('link')).toHaveText([
    /^Notice of the extraordinary meeting.*16 November 2026.*PDF, \d+ kB$/,
    /^Proxy form.*PDF, \d+ kB$/,
  ]);
  const coming = page.waitForEvent('download');
  await documents.getByRole('link', { name: /^Proxy form/ }).click();
  expect((await coming).suggestedFilename()).toBe('proxy-form-2026-12-15.pdf');
  for (const path of ['', '/annual-report', '/minute-of-share-meeting', '/press-releases']) {
    await page.goto(`/la/investor${path}`);
    const file = page.getByRole('region', { name: 'ເອກະສານ' }).getByRole('link').first();
    const answer = await page.request.get((await file.getAttribute('href')) ?? '');
    expect(answer.headers()['content-type']).toBe('application/pdf');
    expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-');
  }
});

test('the club says how many points the customer has', async ({ page }) => {
  await page.goto('/en/svnclub');
  const login = page.getByRole('link', { name: 'Log in to see your points' });
  await expect(login).toHaveAttribute('href', '/en/account/login?redirect=%2Fsvnclub');
  await shopper(page);
  await page.reload();
  const points = page.getByRole('link', { name: 'You have 0 points' });
  await expect(points).toHaveAttribute('href', '/en/account/profile');
  await expect(page.getByText('1 point = ₭1,000 off')).toBeVisible();
});

for (const slug of ['about', 'service', 'program', 'svnclub', 'privacy-policy', 'terms']) {
  test(`/${slug} says what the shop has written`, async ({ page }) => {
    const answer = await page.request.get(`/api/v1/content/${slug}`);
    const { data } = await answer.json();
    await page.goto(`/en/${slug}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(data.title.en);
    const paragraphs = page.locator('main .prose p');
    await expect(paragraphs).toHaveText(data.paragraphs.map(({ en }: { en: string }) => en));
  });
}

test('Lao among another language says that it is Lao', async ({ page }) => {
  for (const path of ['/th/about', '/th/shop', '/cn/shop/101002', '/vn/investor']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main [aria-busy=true], main .skeleton')).toHaveCount(0);
    const unmarked = await page.locator('body').evaluate((body) => {
      const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
      const texts: string[] = [];
      while (walker.nextNode()) {
        const { parentElement: element, nodeValue } = walker.currentNode;
        const letters = nodeValue?.match(/\p{L}/gu) ?? [];
        const lao = letters.filter((letter) => /\p{Script=Lao}/u.test(letter)).length;
        const isOwn = letters.some((letter) => !/\p{Script=Lao}|\p{Script=Latin}/u.test(letter));
        const isLao = lao > 0 && !isOwn && lao * 2 >= letters.length;
        const isShown = element && !/^(SCRIPT|STYLE|NOSCRIPT)$/.test(element.tagName);
        if (isLao && isShown && element.closest('[lang]')?.getAttribute('lang') !== 'lo') {
          texts.push(`${element.outerHTML.slice(0, 120)}`);
        }
      }
      return texts;
    });
    expect(unmarked, path).toEqual([]);
  }
});
