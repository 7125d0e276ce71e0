import { expect, type Locator, type Page } from '@playwright/test';
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
