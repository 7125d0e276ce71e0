import { expect, type Locator, type Page } from '@playwright/test';
import { placeOrder, shopper } from './shopper';
import { test } from './test';
import { waitForHydration } from './wait-for-hydration';

const PRODUCT = 101002;

const position = (part: Locator) => part.evaluate((element) => getComputedStyle(element).position);

/** Bars that stay visible while the page scrolls. */
const barsOf = (page: Page) =>
  ({ buying: page.locator('.buy-bar'), list: page.locator('main .sticky').first() }) as const;

test('a page enlarged four times has its window to itself', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(`/en/shop/${PRODUCT}`);
  const { buying, list } = barsOf(page);
  expect(await position(page.getByRole('banner'))).toBe('static');
  expect(await position(buying)).toBe('static');
  await page.goto('/en/shop');
  expect(await position(list)).toBe('static');
});

test('printed page has no overlay', async ({ page }) => {
  await page.goto(`/en/shop/${PRODUCT}`);
  await page.emulateMedia({ media: 'print' });
  const { buying, list } = barsOf(page);
  await expect(buying).toBeHidden();
  await page.goto('/en/shop');
  expect(await position(list)).toBe('static');
});

test('the way to the top lies over no plus button of a phone', async ({ page }, { project }) => {
  test.skip(project.name !== 'phone', 'desktops have it beside the page');
  await page.goto('/en/shop');
  await waitForHydration(page);
  const top = page.getByRole('button', { name: 'Back to top' });
  for (const y of [700, 820, 940, 1060]) {
    await page.evaluate((to) => scrollTo(0, to), y);
    await expect(top).toBeVisible();
    const covered = await top.evaluate((button) => {
      const over = button.getBoundingClientRect();
      const meets = (box: DOMRect) =>
        box.left < over.right &&
        box.right > over.left &&
        box.top < over.bottom &&
        box.bottom > over.top;
      const buttons = [...document.querySelectorAll('main article button')];
      return buttons
        .filter((one) => /cart/i.test(one.getAttribute('aria-label') ?? ''))
        .filter((one) => meets(one.getBoundingClientRect())).length;
    });
    expect(covered).toBe(0);
  }
});

for (const width of [320, 390]) {
  test(`the way to the top lies over no plus button of a rail at its end, ${width} px`, async ({
    page,
  }, { project }) => {
    test.skip(project.name !== 'phone', 'desktops have it beside the page');
    await page.setViewportSize({ width, height: 740 });
    await page.goto(`/en/shop/${PRODUCT}`);
    await waitForHydration(page);
    const rail = page.getByRole('region', { name: 'Similar products' }).locator('ul');
    await rail.scrollIntoViewIfNeeded();
    await expect(rail.locator('.add-button').last()).toBeAttached();
    const top = page.locator('.scroll-to-top');
    await expect(top).toBeVisible();
    const covered = () =>
      top.evaluate((button) => {
        const over = button.getBoundingClientRect();
        return [...document.querySelectorAll('.add-button')].filter((add) => {
          const box = add.getBoundingClientRect();
          return (
            box.left < over.right &&
            box.right > over.left &&
            box.top < over.bottom &&
            box.bottom > over.top
          );
        }).length;
      });
    // At its end, the card that is cut off has its plus button where the way to the top stands.
    await rail.evaluate((track) => {
      track.scrollTo({ left: track.scrollWidth, behavior: 'instant' });
      const middle = (element: Element | null) => {
        const { top = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
        return top + height / 2;
      };
      const add = track.querySelector('.add-button');
      const by = middle(add) - middle(document.querySelector('.scroll-to-top'));
      scrollBy({ top: by, behavior: 'instant' });
    });
    await expect.poll(covered).toBe(1);
    await expect(top).toBeHidden();
    await rail.evaluate((track) => track.scrollTo({ left: 0, behavior: 'instant' }));
    await expect.poll(covered).toBe(0);
    await expect(top).toBeVisible();
  });
}

test('chat button lies over no plus button in the first view of a small phone', async ({ page }, {
  project,
}) => {
  test.skip(project.name !== 'phone', 'desktops have room for it');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/en/shop?category=2');
  await waitForHydration(page);
  const covered = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll('main .add-button')].filter((add) => {
          const { x, y, width, height } = add.getBoundingClientRect();
          return document
            .elementFromPoint(x + width / 2, y + height / 2)
            ?.closest('.chat-launcher');
        }).length,
    );
  await expect.poll(covered).toBe(0);
});

test('the way to the top stands over the middle of the chat, apart from it', async ({ page }, {
  project,
}) => {
  test.skip(project.name === 'phone', 'phones have the two at opposite sides');
  await page.goto('/en/shop');
  await waitForHydration(page);
  const chat = page.locator('.chat-launcher');
  const top = page.getByRole('button', { name: 'Back to top' });
  await page.evaluate(() => scrollTo(0, 900));
  await page.evaluate(() => scrollTo(0, 600));
  await expect(top).toBeVisible();
  await expect(chat).toBeVisible();
  const middle = ({ x, width }: { x: number; width: number }) => x + width / 2;
  await expect
    .poll(async () => {
      const [above, below] = await Promise.all([top.boundingBox(), chat.boundingBox()]);
      return above && below && [middle(above) - middle(below), below.y - above.y - above.height];
    })
    .toEqual([0, 16]);
});

/** Texts of the page below floating buttons and the window of the chat. */
const coveredTexts = (page: Page) =>
  page.evaluate(() => {
    const floating = [...document.querySelectorAll('.scroll-to-top, .chat-launcher, .chat[open]')]
      .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .map((one) => one.getBoundingClientRect());
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const covered: string[] = [];
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const parent = node.parentElement;
      if (!parent?.closest('main, footer') || parent.closest('.sr-only')) continue;
      if (!parent.checkVisibility()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const isCovered = [...range.getClientRects()].some((text) =>
        floating.some(
          (over) =>
            text.left < over.right &&
            text.right > over.left &&
            text.top < over.bottom &&
            text.bottom > over.top,
        ),
      );
      if (isCovered) covered.push(node.textContent ?? '');
    }
    return covered;
  });

test('nothing covers a text at the end of a page', async ({ page }) => {
  await shopper(page, { 101002: 1 });
  const { order_id } = await placeOrder(page);
  for (const path of [`account/orders/${order_id}`, 'checkout']) {
    await page.goto(`/en/${path}`);
    await waitForHydration(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await page.evaluate(() => scrollTo(0, 400));
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const isSettled = () =>
      page.evaluate(
        () => scrollY <= 300 || document.querySelector('.scroll-to-top:not(.invisible)') !== null,
      );
    await expect.poll(isSettled).toBe(true);
    await expect.poll(() => coveredTexts(page)).toEqual([]);
  }
});

test('total and way to the checkout stay in view on a phone’s cart', async ({ page }, {
  project,
}) => {
  test.skip(project.name !== 'phone', 'desktops have them beside the list');
  await shopper(page, { 101002: 1, 101006: 1, 101004: 1, 101005: 1 });
  await page.goto('/en/cart');
  await waitForHydration(page);
  const checkout = page.getByRole('button', { name: 'Checkout' });
  const total = page.locator('.buy-bar').getByText('₭');
  for (const y of [0, 200, 400]) {
    await page.evaluate((to) => scrollTo(0, to), y);
    await expect(checkout).toBeInViewport({ ratio: 1 });
    await expect(total.first()).toBeInViewport({ ratio: 1 });
  }
});

test('chat button is absent where a phone buys', async ({ page }, { project }) => {
  test.skip(project.name !== 'phone', 'desktops have room for it');
  await shopper(page);
  const { order_id: unpaid } = await placeOrder(page, 'qr');
  const { order_id } = await placeOrder(page, 'cod');
  await page.goto('/en/shop');
  await expect(page.locator('.chat-launcher')).toBeVisible();
  for (const path of ['cart', `checkout/pay/${unpaid}`, `checkout/thanks/${order_id}`]) {
    await page.goto(`/en/${path}`);
    await waitForHydration(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.chat-launcher:visible')).toHaveCount(0);
  }
});

test('groups of a category are between its title and its products on a phone', async ({ page }, {
  project,
}) => {
  test.skip(project.name !== 'phone', 'desktops have them among the filters');
  await page.goto('/en/shop?category=1');
  const groups = page.getByRole('navigation', { name: 'Subcategory' });
  await expect(groups).toBeVisible();
  const top = async (part: Locator) => (await part.boundingBox())?.y ?? 0;
  const tops = [page.getByRole('heading', { level: 1 }), groups, page.locator('main article')];
  const ys = await Promise.all(tops.map((part) => top(part.first())));
  expect(ys).toEqual(ys.toSorted((a, b) => a - b));
});

test('cart has its summary beside the list from 700 px, below it under that', async ({ page }, {
  project,
}) => {
  test.skip(project.name === 'phone', 'one browser sets both widths');
  await shopper(page, { 101002: 1 });
  await page.goto('/en/cart');
  const list = page.locator('main ul').first();
  const summary = page.locator('main section').last();
  for (const width of [699, 700]) {
    await page.setViewportSize({ width, height: 900 });
    const [left, right] = await Promise.all([list.boundingBox(), summary.boundingBox()]);
    const isBeside = (right?.x ?? 0) >= (left?.x ?? 0) + (left?.width ?? 0);
    expect(isBeside).toBe(width === 700);
  }
});
