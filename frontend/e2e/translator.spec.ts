import { expect, type Locator, type Page } from '@playwright/test';
import { scrollToLast } from './scroll-to-last';
import { fillAddress, shopper } from './shopper';
import { test } from './test';
import { waitForHydration } from './wait-for-hydration';

const DRILL = 401011;

/**
 * Simulates a browser's page translator: every text node is replaced by two elements with its words, also nodes that
 * are added or changed later. Elements with `translate="no"` are skipped.
 */
async function translate(page: Page) {
  await page.evaluate(() => {
    const wrapped = (node: Node) => {
      const parent = node.parentElement;
      if (!parent || parent.closest('font, script, style, [translate=no]')) return;
      if (!node.nodeValue?.trim()) return;
      const outer = document.createElement('font');
      const inner = outer.appendChild(document.createElement('font'));
      inner.textContent = node.nodeValue;
      parent.replaceChild(outer, node);
    };
    const wrapAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Node[] = root.nodeType === Node.TEXT_NODE ? [root] : [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      texts.forEach(wrapped);
    };
    wrapAll(document.body);
    new MutationObserver((changes) => {
      for (const { addedNodes, target } of changes) {
        addedNodes.forEach(wrapAll);
        wrapAll(target);
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  await expect(page.locator('h1 font').first()).toBeVisible();
}

/** Follows a link by in-app navigation, without a page load. */
async function follow(link: Locator) {
  await link.first().evaluate((element: HTMLElement) => element.click());
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a translated page continues: lists, quantities, totals', async ({ page }) => {
  test.setTimeout(180_000);
  await shopper(page, { [DRILL]: 1 });
  await page.goto('/en');
  await expect(page.getByRole('heading', { name: 'Best sellers' })).toBeVisible();
  await waitForHydration(page);
  await translate(page);
  const cart = page.locator('header').getByRole('button', { name: /^Cart: / });
  await expect(cart).toHaveAccessibleName('Cart: 1 item, ₭1,690,000.00');

  await follow(page.locator('main a[href="/en/shop"]'));
  await expect(heading(page)).toHaveText('All products');
  const cards = page.locator('main article');
  await expect(cards).toHaveCount(24);
  await scrollToLast(page, 48);
  const shown = page.locator('main p', { hasText: /^\d+ \/ \d+$/ });
  await expect(shown).toHaveText(/^48 \/ /);

  await follow(page.locator('main article a[href^="/en/shop/"]'));
  await expect(page).toHaveURL(/\/en\/shop\/\d+$/);
  const first = (await heading(page).textContent()) ?? '';
  await page
    .locator('main')
    .getByRole('button', { name: /^More: / })
    .first()
    .click();
  await page
    .locator('main')
    .getByRole('button', { name: /^More: / })
    .first()
    .click();
  await expect(
    page
      .locator('main')
      .getByText(/^Total/)
      .first(),
  ).toBeVisible();
  await follow(page.locator('main article a[href^="/en/shop/"]').last());
  await expect(heading(page)).not.toHaveText(first);

  await cart.click();
  const drawer = page.getByRole('dialog', { name: 'Cart' });
  await drawer.getByRole('button', { name: /^More: / }).click();
  await expect(drawer.getByText('₭3,380,000.00')).toBeVisible();
  await expect(cart).toHaveText(/3,380,000/);
  await follow(drawer.getByRole('link', { name: 'View cart' }));

  await expect(heading(page)).toHaveText('Cart(1)');
  const main = page.locator('main');
  await main.getByRole('button', { name: /^More: / }).click();
  await expect(
    main.locator('b', { hasText: '₭5,070,000.00' }).filter({ visible: true }).first(),
  ).toBeVisible();
  await main.getByRole('button', { name: /^Fewer: / }).click();
  await expect(
    main.locator('b', { hasText: '₭3,380,000.00' }).filter({ visible: true }).first(),
  ).toBeVisible();
  await main.getByRole('button', { name: 'Checkout' }).click();

  await expect(page).toHaveURL(/\/en\/checkout$/);
  await fillAddress(page);
  await page.getByText('Pick up at a branch').click();
  await page.getByText('Home delivery').click();
  await expect(main.getByText('₭3,380,000').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm the order' })).toBeEnabled();
});

test('a translated page changes its language', async ({ page }) => {
  await page.goto('/en/shop');
  await expect(heading(page)).toBeVisible();
  await waitForHydration(page);
  await translate(page);
  const isWide = (page.viewportSize()?.width ?? 0) > 1000;
  if (isWide) {
    await page.locator('button[aria-expanded]', { has: page.locator('.lucide-globe') }).click();
  } else {
    await page.locator('header button', { has: page.locator('.lucide-menu') }).click();
    const panel = page.getByRole('dialog');
    await panel.locator('nav button', { has: page.locator('.lucide-settings') }).click();
  }
  await page.getByRole('button', { name: /^ไทย/ }).click();
  await expect(page).toHaveURL(/\/th\/shop$/);
  await expect(heading(page)).toHaveText('สินค้าทั้งหมด');
});
