import { expect, type Page } from '@playwright/test';
import {
  answer,
  dialog,
  find,
  PATH,
  press,
  refuse,
  results,
  toCrop,
  view,
} from './image-search-dialog';
import { test } from './test';

const FAULTS: [name: string, text: string, fail: (page: Page) => Promise<void>][] = [
  ['a fault', 'Something went wrong with the search', (page) => refuse(page, 500, 'no')],
  [
    'a database fault',
    'The database has a problem',
    (page) => refuse(page, 500, 'Database is locked'),
  ],
  ['no connection', 'No connection', (page) => answer(page, (route) => route.abort())],
  [
    'a crowd',
    'Please try again in 7 seconds',
    (page) => refuse(page, 503, 'busy', { 'retry-after': '7' }, 'overloaded'),
  ],
  [
    'a search that is not ready',
    'Search by image is not available right now',
    (page) => refuse(page, 503, 'no', {}, 'not_ready'),
  ],
  [
    'a damaged picture',
    'The image could not be opened',
    (page) => refuse(page, 400, 'damaged', {}, 'damaged'),
  ],
  ['too large a picture', 'The file must not exceed', (page) => refuse(page, 413, 'too large')],
  ['no picture', 'Please choose an image', (page) => refuse(page, 415, 'not a picture')],
  [
    'an answer that is none',
    'Something went wrong with the search',
    (page) => answer(page, (route) => route.fulfill({ json: { success: false, error: 'no' } })),
  ],
];
for (const [name, text, fail] of FAULTS) {
  test(`error ${name} is shown, and a retry repeats the search`, async ({ page }) => {
    await fail(page);
    await toCrop(page);
    await press(page, 'Search');
    await expect(dialog(page).getByRole('alert')).toContainText('Search failed');
    await expect(dialog(page).getByRole('alert')).toContainText(text);
    await page.unroute(PATH);
    await find(page);
    await press(page, 'Try again');
    await expect(results(page).first()).toBeVisible();
  });
}

test('image search past its timeout is aborted after showing its progress', async ({ page }, {
  project,
}) => {
  await page.clock.install();
  const request = page.waitForRequest(PATH);
  await answer(page, () => new Promise(() => {}));
  await toCrop(page);
  // From here on, time advances only by `page.clock`.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  await press(page, 'Search');
  await request;
  await page.clock.runFor(2_000);
  await expect(dialog(page).getByRole('progressbar')).toHaveAttribute('aria-valuenow', /[3-6]\d/);
  await page.clock.fastForward(project.name === 'phone' ? 57_000 : 87_000);
  await expect(dialog(page).getByRole('progressbar')).toBeVisible();
  await page.clock.fastForward(2_000);
  await expect(dialog(page).getByRole('alert')).toContainText(
    'Search took too long, try a smaller image',
  );
  await press(page, 'Upload again');
  await expect(view(page, 'Search by image')).toBeVisible();
});
