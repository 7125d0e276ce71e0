import { expect, type Page } from '@playwright/test';
import { test } from './test';
import { waitForHydration } from './wait-for-hydration';

/** Head elements of a page, in the browser or in the HTML of `address`. */
async function headOf(page: Page, address?: string) {
  const html = address && (await (await page.request.get(address)).text());
  return await page.evaluate((text) => {
    const { head } = text ? new DOMParser().parseFromString(text, 'text/html') : document;
    const all = (selector: string, ...names: string[]) =>
      [...head.querySelectorAll(selector)].map((element) =>
        names.map((name) => element.getAttribute(name)).join(' '),
      );
    return {
      canonical: all('link[rel=canonical]', 'href'),
      alternates: all('link[hreflang]', 'hreflang', 'href'),
      url: all('meta[property="og:url"]', 'content'),
      robots: all('meta[name=robots]', 'content'),
      type: all('meta[property="og:type"]', 'content'),
    };
  }, html);
}

const structured = (page: Page) => page.locator('script[type="application/ld+json"]');

test('head after a client-side navigation has the addresses of a full page load', async ({
  page,
}) => {
  await page.goto('/en');
  await waitForHydration(page);
  const homeTitle = await page.title();
  const homeHead = await headOf(page);
  await expect(structured(page)).not.toHaveCount(0);

  await page.locator('article a').first().click();
  await expect(page).toHaveURL(/\/en\/shop\/\d+$/);
  await expect.poll(() => headOf(page)).toEqual(await headOf(page, page.url()));
  const name = await page.getByRole('heading', { level: 1 }).textContent();
  await expect(page).toHaveTitle(`${name} | Heuan`);
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /./);
  await expect(structured(page)).toHaveCount(0);

  const way = page.getByRole('navigation', { name: 'You are here' });
  await way.getByRole('link').nth(1).click();
  await expect(page).toHaveURL(/\/en\/shop\?category=\d+$/);
  await expect.poll(() => headOf(page)).toEqual(await headOf(page, page.url()));
  await page.getByLabel('Sort by').selectOption('price_asc');
  await expect(page).toHaveURL(/sort=price_asc$/);
  await expect.poll(() => headOf(page)).toEqual(await headOf(page, page.url()));

  for (const _step of ['the order', 'the category', 'the product']) await page.goBack();
  await expect(page).toHaveURL(/\/en\/?$/);
  await expect(page).toHaveTitle(homeTitle);
  await expect.poll(() => headOf(page)).toEqual(homeHead);
  await expect(structured(page)).not.toHaveCount(0);
});

test('page title has the name that the operator configured', async ({ page }) => {
  await page.route('**/en/about', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(
      'property="og:site_name" content="Heuan"',
      'property="og:site_name" content="Foobar"',
    );
    await route.fulfill({ response: answer, body });
  });
  await page.goto('/en/about');
  await waitForHydration(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Careers' }).click();
  await expect(page).toHaveTitle('Work with us | Foobar');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Foobar' })).toBeVisible();
});
