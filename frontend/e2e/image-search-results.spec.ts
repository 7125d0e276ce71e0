import { expect } from '@playwright/test';
import { chat } from './chat-helpers';
import {
  answer,
  dialog,
  find,
  LAMP_ID,
  press,
  results,
  toCrop,
  untilIndexed,
  view,
} from './image-search-dialog';
import { test } from './test';

test('image search with a product image finds the product first', { tag: '@gate' }, async ({
  page,
}) => {
  await untilIndexed(page);
  await toCrop(page);
  await press(page, 'Use full picture');
  await expect(results(page).first()).toContainText(`#${LAMP_ID}`);
  await expect(results(page).first()).toContainText('Rank 1');
});

test('image search results open in the shop, and the back button returns to them', async ({
  page,
}, { project }) => {
  const sent = await find(page);
  await toCrop(page);
  await press(page, 'Search');
  const isPhone = project.name === 'phone';
  await expect(results(page)).toHaveCount(isPhone ? 6 : 25);
  expect(sent[0]).toContain(`name="limit"\r\n\r\n${isPhone ? 20 : 25}\r\n`);
  expect(sent[0]).toContain('filename="crop-804001.jpg"');
  await expect(results(page).nth(0)).toContainText('96% match');
  await expect(results(page).nth(2)).toContainText('Rank 3');
  await expect(results(page).nth(3)).not.toContainText('Rank');
  await dialog(page).getByRole('link', { name: 'View more (25)' }).click();
  await expect(page).toHaveURL(/\/en\/shop$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Products like your picture');
  await expect(page.locator('main article')).toHaveCount(25);
  await page.reload();
  await expect(page.locator('main article')).toHaveCount(25);
  await page.locator('main article a').first().click();
  await expect(page).toHaveURL(/\/en\/shop\/\d+$/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Products like your picture');
  await page.locator('main').getByRole('link', { name: 'All products' }).last().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All products');
});

test('image search results have two columns on a phone and up to seven on wider screens', async ({
  page,
}, { project }) => {
  await find(page);
  await toCrop(page);
  await press(page, 'Search');
  await expect(results(page).first()).toBeVisible();
  const columns = () =>
    dialog(page)
      .locator('.image-search-results')
      .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length);
  if (project.name === 'phone') {
    await expect.poll(columns).toBe(2);
    return;
  }
  for (const [width, count] of [
    [768, 3],
    [1024, 4],
    [1600, 5],
    [1760, 6],
    [1920, 7],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(columns).toBe(count);
  }
});

test('back button on a product returns to the results', async ({ page }) => {
  await find(page);
  await toCrop(page);
  await press(page, 'Search');
  await results(page).nth(1).getByRole('link').click();
  await expect(page).toHaveURL(/\/en\/shop\/\d+$/);
  await page.goBack();
  await expect(results(page).nth(1)).toBeVisible();
  await expect(page).toHaveURL(/\/en$/);
});

test('closed dialog forgets the image, and the back button closes it', async ({ page }) => {
  await find(page);
  await toCrop(page);
  await page.goBack();
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL(/\/en$/);
  await page.goForward();
  await expect(view(page, 'Search by image')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
});

test('same image: one request; a changed crop: another request', async ({ page }) => {
  const sent = await find(page);
  await toCrop(page);
  await press(page, 'Search');
  await expect(results(page).first()).toBeVisible();
  await press(page, 'Edit photo');
  await press(page, 'Search');
  await expect(results(page).first()).toBeVisible();
  expect(sent).toHaveLength(1);
  await press(page, 'Edit photo');
  await press(page, 'Zoom in');
  await press(page, 'Search');
  await expect(results(page).first()).toBeVisible();
  expect(sent).toHaveLength(2);
});

test('search without results says so and offers to adjust or replace the image', async ({
  page,
}) => {
  await answer(page, (route) =>
    route.fulfill({ json: { success: true, results: [], message: 'The lamps are away today' } }),
  );
  await toCrop(page);
  await press(page, 'Search');
  await expect(dialog(page).getByText('The lamps are away today')).toBeVisible();
  await expect(dialog(page).getByText('Try adjusting the image size')).toBeVisible();
  await press(page, 'Edit photo');
  await expect(view(page, 'Choose the part to search for')).toBeVisible();
  await press(page, 'Search');
  await press(page, 'Upload again');
  await expect(view(page, 'Search by image')).toBeVisible();
});

test('search without results leads to the staff with the image', async ({ page }) => {
  await answer(page, (route) => route.fulfill({ json: { success: true, results: [] } }));
  await toCrop(page);
  await press(page, 'Search');
  await press(page, 'Ask staff with this photo');
  await expect(dialog(page)).toBeHidden();
  await expect(chat(page).locator('[data-chat-input]')).toHaveValue(
    'Do you have something like this?',
  );
  await expect(chat(page).getByRole('img', { name: 'The photo to be sent' })).toBeVisible();
});
