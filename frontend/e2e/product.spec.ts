import { expect } from '@playwright/test';
import { test } from './test';
import { waitForHydration } from './wait-for-hydration';

/** Products of the demo catalog: one with three images, reduced and in stock, and one with none of these. */
const THREE_IMAGES = 104002;
const SOFA = 1203001;
/** Reduced products with prices of six, seven and eight digits. */
const REDUCED = [102007, SOFA, 1408006];

test('name, price and the ways to buy are in the first view', async ({ page }) => {
  for (const path of [`/la/shop/${SOFA}`, `/en/shop/${THREE_IMAGES}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
    await expect(page.locator('main b').first()).toBeInViewport({ ratio: 1 });
    for (const way of await page.locator('.buy-bar button').all()) {
      await expect(way).toBeInViewport({ ratio: 1 });
    }
    await expect(page.locator('.buy-bar button')).toHaveCount(4);
  }
});

test('reduced price shows its parts', { tag: '@gate' }, async ({ page }) => {
  await page.goto(`/en/shop/${SOFA}`);
  const main = page.locator('main');
  await expect(main.locator('s').first()).toHaveText('₭6,643,000.00');
  await expect(main.getByText('−30%').first()).toBeVisible();
  await expect(main.getByText('Save ₭1,993,000.00')).toBeVisible();
  await expect(main.getByText('10% VAT included')).toBeVisible();
  await expect(main.getByText('₭4,227,272.73')).toBeVisible();
  await expect(main.getByText('Earns 23 club points')).toBeVisible();
});

for (const width of [320, 360, 390]) {
  test(`reduced price, unit, original price and discount are in one row at ${width} px`, async ({
    page,
  }, { project }) => {
    test.skip(project.name !== 'phone', 'one browser sets all widths');
    await page.setViewportSize({ width, height: 800 });
    const pages = REDUCED.flatMap((id) => [`/la/shop/${id}`, `/en/shop/${id}`]);
    // The widest row has a unit in two languages.
    for (const path of [...pages, '/cn/shop/102007']) {
      await page.goto(path);
      const row = page.locator('main p', { has: page.locator('s') }).first();
      await expect(row.getByText(/^−\d+%$/)).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      const parts = row.locator('b, s, :scope > span:not(.sr-only)');
      const boxes = await parts.evaluateAll((all) =>
        all.map((part) => part.getBoundingClientRect().toJSON() as DOMRect),
      );
      expect(boxes).toHaveLength(4);
      const lowestTop = Math.max(...boxes.map(({ top }) => top));
      const highestBottom = Math.min(...boxes.map(({ bottom }) => bottom));
      expect(lowestTop, path).toBeLessThan(highestBottom);
    }
  });
}

test('the quantity follows the rules and counts points and total', async ({ page }) => {
  await page.goto(`/en/shop/${SOFA}`);
  const box = page.getByRole('textbox', { name: 'Quantity' });
  const buttons = await page.locator('.buy-bar').boundingBox();
  await box.fill('999');
  await expect(box).toHaveValue('18');
  await expect(page.getByText('₭83,700,000')).toBeVisible();
  expect(await page.locator('.buy-bar').boundingBox()).toEqual(buttons);
  await expect(page.getByText('Earns 418 club points')).toBeVisible();
  await box.fill('1x2');
  await expect(page.getByText('“1x2” is not a whole number')).toBeVisible();
  expect(await page.locator('.buy-bar').boundingBox()).toEqual(buttons);
  await box.fill('');
  await box.blur();
  await expect(box).toHaveValue('1');
});

for (const [width, height] of [
  [320, 640],
  [320, 256],
  [700, 900],
  [1024, 768],
] as const) {
  test(`note of the quantity covers no button and moves none at ${width} × ${height} px`, async ({
    page,
  }, { project }) => {
    test.skip(project.name === 'phone', 'one browser sets all sizes');
    await page.setViewportSize({ width, height });
    await page.goto(`/en/shop/${SOFA}`);
    await waitForHydration(page);
    const bar = page.locator('.buy-bar');
    const box = page.getByRole('textbox', { name: 'Quantity' });
    const heightOf = async () => (await bar.boundingBox())?.height;
    const before = await heightOf();
    const note = page.locator('.buy-note');
    for (const [text, message] of [
      ['999', /18 .*left/],
      ['1x2', '“1x2” is not a whole number'],
    ] as const) {
      await box.fill(text);
      await expect(note).toHaveText(message);
      await expect(note).toBeVisible();
      expect(await heightOf()).toBe(before);
      const covered = await note.evaluate((one) => {
        const over = one.getBoundingClientRect();
        return [...document.querySelectorAll('.buy-bar > button, .buy-bar input, .scroll-to-top')]
          .filter((other) => other.checkVisibility({ visibilityProperty: true }))
          .map((other) => other.getBoundingClientRect())
          .filter(
            (part) =>
              part.left < over.right &&
              part.right > over.left &&
              part.top < over.bottom &&
              part.bottom > over.top,
          ).length;
      });
      expect(covered).toBe(0);
    }
  });
}

test('gallery and lightbox can be used by keyboard', async ({ page }) => {
  await page.goto(`/en/shop/${THREE_IMAGES}`);
  await waitForHydration(page);
  const gallery = page.getByRole('region', { name: 'Product pictures' });
  const image = gallery.getByRole('button', { name: 'Enlarge the picture' });
  await image.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(gallery.getByRole('status').last()).toHaveText('Picture 2 of 3');
  await expect(gallery.getByRole('button', { name: 'Picture 2 of 3' })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await gallery.getByRole('button', { name: 'Picture 3 of 3' }).click();
  await expect(gallery.getByRole('status').last()).toHaveText('Picture 3 of 3');

  await image.last().press('Enter');
  const lightbox = page.getByRole('dialog');
  await expect(lightbox).toBeVisible();
  await expect(lightbox.getByRole('status')).toHaveText('3 / 3');
  await page.keyboard.press('ArrowLeft');
  await expect(lightbox.getByRole('status')).toHaveText('2 / 3');
  await page.keyboard.press('+');
  await expect(lightbox.getByRole('button', { name: 'Original size' })).toHaveText('150%');
  await lightbox.getByRole('button', { name: 'Zoom in' }).click();
  await expect(lightbox.getByRole('button', { name: 'Original size' })).toHaveText('225%');
  await lightbox.getByRole('button', { name: 'Original size' }).click();
  await page.keyboard.press('=');
  await page.keyboard.press('Escape');
  await expect(lightbox).toBeHidden();
  await expect(image.last()).toBeFocused();

  // Reopened, it starts at the original size. In right-to-left text the left arrow leads to the next image.
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  await image.last().press('Enter');
  await expect(lightbox.getByRole('button', { name: 'Original size' })).toHaveText('100%');
  await expect(lightbox.getByRole('status')).toHaveText('2 / 3');
  await page.keyboard.press('ArrowLeft');
  await expect(lightbox.getByRole('status')).toHaveText('3 / 3');
});

test('address of an unknown product is not found', async ({ page }) => {
  for (const id of ['99999999', 'abc']) {
    const answer = await page.goto(`/en/shop/${id}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  }
});

test('similar products open in place, from their top', async ({ page }) => {
  await page.goto(`/en/shop/${THREE_IMAGES}`);
  const name = await page.getByRole('heading', { level: 1 }).textContent();
  const similar = page.getByRole('region', { name: 'Similar products' });
  await similar.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(name ?? '');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test('breadcrumbs lead to group and category', async ({ page }) => {
  await page.goto(`/en/shop/${SOFA}`);
  const way = page.getByRole('navigation', { name: 'You are here' });
  await way.getByRole('link').nth(2).click();
  await expect(page).toHaveURL(/\/en\/shop\?category=\d+&group=\d+$/);
});
