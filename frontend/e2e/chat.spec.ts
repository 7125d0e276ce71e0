import { expect, type Page } from '@playwright/test';
import { chat, customer, messages, openChat, say } from './chat-helpers';
import { call, newPhone, PASSWORD } from './shopper';
import { test } from './test';
import { waitForHydration } from './wait-for-hydration';

const CEMENT = 101002;
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;
const launcher = (page: Page) => page.getByRole('button', { name: /^Chat with the shop/ });

const box = async (page: Page) => {
  const found = await chat(page).boundingBox();
  if (!found) throw new Error('no chat');
  return found;
};

/** Number of images that the browser stores for unsent messages. */
const keptImages = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('heuan_chat');
        opening.onerror = () => resolve(0);
        // The page creates the database with the first image; an empty one made here would block it.
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onsuccess = () => {
          const count = opening.result.transaction('images').objectStore('images').count();
          count.onsuccess = () => {
            opening.result.close();
            resolve(count.result);
          };
        };
      }),
  );

test('chat without messages opens with a welcome', { tag: '@gate' }, async ({ page }) => {
  await customer(page);
  await page.goto('/en');
  await launcher(page).click();
  const window = chat(page);
  await expect(window.getByRole('heading', { name: 'How can we help?' })).toBeVisible();
  await window.getByRole('button', { name: 'Start the chat' }).click();
  await expect(window.getByText('Hello! How can we help?')).toBeVisible();
  await say(window, 'Do you have white cement?');
  await expect(messages(window)).toHaveCount(1);
  await expect(window.getByText(/· Sent/)).toBeVisible();
  await window.getByRole('button', { name: 'Close' }).click();
  await expect(window).toBeHidden();
  await expect(launcher(page)).toBeFocused();
  await launcher(page).click();
  // A customer who has written before skips the welcome.
  await expect(messages(window)).toHaveText(/Do you have white cement\?/);
});

test('chat window has the specified size and position, moves, and stays visible', {
  tag: '@gate',
}, async ({ page }) => {
  test.skip(isPhone(page), 'on a phone the chat is a page of its own');
  await customer(page);
  await page.goto('/en');
  const window = await openChat(page);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const first = await box(page);
  expect([first.width, first.height]).toEqual([384, 500]);
  expect(width - first.x - first.width).toBeLessThan(48);
  expect(height - first.y - first.height).toBe(24);
  const logHeight = async () => (await window.getByRole('log').boundingBox())?.height;
  await expect.poll(logHeight).toBe(300);

  await page.mouse.move(first.x + 120, first.y + 30);
  await page.mouse.down();
  await page.mouse.move(first.x + 20, first.y - 170, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => box(page)).toMatchObject({ x: first.x - 100, y: first.y - 200 });

  const move = window.getByRole('button', { name: /^Move the window/ });
  await move.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+ArrowUp');
  await expect.poll(() => box(page)).toMatchObject({ x: first.x - 116, y: first.y - 264 });
  await move.click();
  await move.click();
  await move.click();
  await move.click();
  for (let i = 0; i < 40; i += 1) await page.keyboard.press('Shift+ArrowLeft');
  await expect.poll(async () => (await box(page)).x).toBe(0);

  await window.getByRole('button', { name: 'Full screen' }).click();
  await expect.poll(() => box(page)).toMatchObject({ x: 0, y: 0, height });
  // Without the page's scroll bar.
  await expect.poll(async () => width - (await box(page)).width).toBeLessThan(20);
  await expect.poll(logHeight).toBe(height - 200);
  await window.getByRole('button', { name: 'Minimise' }).click();
  await expect(window).toHaveAttribute('data-mode', 'minimized');
  await expect(window.getByRole('log')).toBeHidden();
  await window.getByRole('button', { name: 'Restore the window' }).click();
  await expect.poll(async () => (await box(page)).height).toBe(500);
  await page.keyboard.press('Escape');
  await expect(window).toBeHidden();
});

test('chat header with the longest texts shows all of them', async ({ page, context, baseURL }, {
  project,
}) => {
  test.skip(project.name === 'phone', 'a phone’s chat is as wide as its screen');
  for (const tag of ['fr', 'it', 'tr', 'pt', 'ro', 'ar']) {
    const cookie = { name: 'googtrans', value: `/auto/${tag}`, url: baseURL ?? '' };
    await context.addCookies([cookie]);
    await page.goto('/la');
    await waitForHydration(page);
    await page.locator('.chat-launcher').click();
    const presence = page.locator('.chat[open] [data-presence]');
    await expect(presence).toBeVisible();
    const cut = await presence.evaluate((text) => {
      const head = text.closest('.chat-header')?.getBoundingClientRect();
      const own = text.getBoundingClientRect();
      const isClipped = text.scrollHeight > text.clientHeight + 1;
      return isClipped || !head || own.bottom > head.bottom || own.top < head.top;
    });
    expect(cut, tag).toBe(false);
  }
});

test('composer colors its counter, grows to 128 px, and breaks the line at Shift+Enter', async ({
  page,
}) => {
  await customer(page);
  await page.goto('/en');
  const window = await openChat(page);
  const input = window.locator('[data-chat-input]');
  const counter = window.locator('[data-counter]');
  await input.fill('x'.repeat(700));
  await expect(counter).toHaveText('700/1000');
  await expect(counter).toHaveAttribute('data-counter', 'plain');
  await input.press('End');
  await input.press('x');
  await expect(counter).toHaveAttribute('data-counter', 'warn');
  await input.fill('x'.repeat(901));
  await expect(counter).toHaveAttribute('data-counter', 'danger');
  await input.fill('1\n2\n3\n4\n5\n6\n7\n8\n9');
  await expect.poll(async () => (await input.boundingBox())?.height).toBe(128);
  await input.fill('   ');
  await expect(window.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await input.press('Enter');
  await input.fill('first');
  await input.press('Shift+Enter');
  await input.pressSequentially('second');
  await expect(window.locator('[data-connected="true"]')).toBeVisible();
  await input.press('Enter');
  await expect(messages(window)).toHaveCount(1);
  expect(await messages(window).locator('p').first().textContent()).toContain('first\nsecond');
});

test('product inquiry is sent, the next at least 500 ms later', async ({ page }) => {
  await customer(page);
  const sent: number[] = [];
  page.on('requestfinished', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/auth/message'))
      sent.push(request.timing().startTime);
  });
  await page.goto(`/en/shop/${CEMENT}`);
  const ask = page.getByRole('button', { name: 'Ask in the chat' });
  await ask.click();
  const window = chat(page);
  await expect(messages(window)).toHaveCount(1);
  const card = window.locator(`[data-product-card="${CEMENT}"]`);
  await expect(card).toContainText('Portland cement type I 50 kg');
  await expect(card).toContainText('₭58,000');
  // The window event does the same, also immediately after the first.
  await page.evaluate((id) => {
    for (const name of ['A', 'B'])
      dispatchEvent(new CustomEvent('open-chat', { detail: { product: { pro_id: id, name } } }));
  }, CEMENT);
  await expect(messages(window)).toHaveCount(3);
  // The live event of a message may arrive before the response to its request.
  await expect.poll(() => sent.length).toBe(3);
  const [, second = 0, third = 0] = sent.sort((a, b) => a - b);
  expect(third - second).toBeGreaterThanOrEqual(480);
});

test('message of a visitor is sent after the login', async ({ page, context }) => {
  const { id } = await customer(page);
  const session = await context.cookies();
  await context.clearCookies();
  await page.goto('/en');
  const window = await openChat(page);
  await say(window, 'Is delivery free to Dongdok?');
  await expect(window.locator('[data-pending]')).toContainText('Not sent yet');
  await expect(window.getByText(/Log in and it will be sent/)).toBeVisible();
  await window.getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/account\/login\?redirect=/);
  await context.addCookies(session);
  await page.goto('/en');
  // Waiting messages are sent, and the window shows them.
  await expect(messages(chat(page))).toHaveText(/Is delivery free to Dongdok\?/);
  expect(id).toBeGreaterThan(0);
});

test('image that a visitor sent to the staff joins the account after the login', async ({
  page,
}) => {
  await page.goto('/en');
  await page.waitForLoadState('load');
  await page.evaluate(async () => {
    const image = await (await fetch('/placeholder.png')).blob();
    const detail = { image, text: 'Do you have this?' };
    dispatchEvent(new CustomEvent('open-chat', { detail }));
  });
  const window = chat(page);
  await expect(window.locator('[data-chosen-image] img')).toBeVisible();
  await window.getByRole('link', { name: 'Create account' }).click();
  await page.getByRole('textbox', { name: 'First name' }).fill('Bounmy');
  await page.getByRole('textbox', { name: 'Family name' }).fill('Keovongsa');
  await page.getByRole('textbox', { name: 'Phone number' }).fill(newPhone());
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/en\/?$/);
  await openChat(page);
  await expect(window.locator('[data-chosen-image] img')).toBeVisible();
  await expect(window.locator('[data-chat-input]')).toHaveValue('Do you have this?');
  await expect(window.locator('[data-connected="true"]')).toBeVisible();
  await window.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(messages(window)).toHaveText([/Do you have this\?/]);
  await expect(messages(window).locator('img')).toBeVisible();

  // The next visitor of this browser sees nothing.
  await page.context().clearCookies();
  await page.goto('/en');
  await openChat(page);
  await expect(window.locator('[data-chat-input]')).toHaveValue('');
  await expect(window.locator('[data-chosen-image]')).toHaveCount(0);
});

test('draft with an image survives a reload', async ({ page }) => {
  await customer(page);
  await page.goto('/en');
  let window = await openChat(page);
  await window.locator('[data-chat-input]').fill('Half a sentence');
  await window.locator('input[type=file]').setInputFiles('public/placeholder.png');
  await expect(window.locator('[data-chosen-image] img')).toBeVisible();
  await expect.poll(() => keptImages(page)).toBe(1);
  await page.reload();
  window = await openChat(page);
  await expect(window.locator('[data-chat-input]')).toHaveValue('Half a sentence');
  await expect(window.locator('[data-chosen-image] img')).toBeVisible();
});

/** A BMP of one white pixel, which no server route takes but every browser draws. */
const BMP = Buffer.from(
  '424d3a000000000000003600000028000000010000000100000001001800000000000400000000000000000000000000000000000000ffffff00',
  'hex',
);

test('image of a type that the server refuses is sent as JPEG', async ({ page }) => {
  await customer(page);
  await page.goto('/en');
  const window = await openChat(page);
  await expect(window.locator('[data-connected="true"]')).toBeVisible();
  const bmp = { name: 'a.bmp', mimeType: 'image/bmp', buffer: BMP };
  await window.locator('input[type=file]').setInputFiles(bmp);
  await window.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(messages(window)).toContainText('Sent a photo');
  const image = messages(window).locator('img');
  await expect
    .poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
});

test('image over 5 MB is refused', async ({ page }) => {
  await customer(page);
  await page.goto('/en');
  const window = await openChat(page);
  const file = window.locator('input[type=file]');
  await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no') });
  await expect(window.getByRole('alert')).toHaveText('Please choose an image file only');
  const big = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(5_242_881) };
  await file.setInputFiles(big);
  await expect(window.getByRole('alert')).toHaveText('The file must not exceed 5MB');
  await file.setInputFiles('public/placeholder.png');
  await expect(window.getByRole('alert')).toBeHidden();
  await expect(window.locator('[data-connected="true"]')).toBeVisible();
  await window.getByRole('button', { name: 'Send', exact: true }).click();
  // The toast that does not stay comes first.
  await expect(page.locator('[data-toast]')).toContainText('Photo sent!');
  await expect(messages(window)).toContainText('Sent a photo');
  const image = messages(window).locator('img');
  await expect
    .poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
});

test('image of too many pixels is made smaller and sent', async ({ page }) => {
  await customer(page);
  await page.goto('/en');
  const window = await openChat(page);
  // 20 megapixels of one color compress to few bytes.
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [5000, 4000];
    canvas.getContext('2d')?.fillRect(0, 0, 5000, 4000);
    const blob = await new Promise<Blob | null>((take) => canvas.toBlob(take, 'image/jpeg', 0.5));
    return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer())];
  });
  const image = { name: 'wide.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(bytes) };
  await window.locator('input[type=file]').setInputFiles(image);
  await expect(window.locator('[data-connected="true"]')).toBeVisible();
  await window.getByRole('button', { name: 'Send', exact: true }).click();
  const shown = messages(window).locator('img');
  await expect(shown).toHaveAttribute('width', '2048');
  await expect(shown).toHaveAttribute('height', '1638');
});

test('button to the newest message appears more than 5 px away from it', async ({ page }) => {
  await customer(page);
  for (let count = 1; count <= 12; count += 1) {
    const body = { sms: `Question ${count}`, client_id: `q${count}` };
    await call(page, 'POST', '/api/auth/message', body);
  }
  await page.goto('/en');
  const window = await openChat(page);
  await expect(messages(window)).toHaveCount(12);
  const log = window.getByRole('log');
  const back = window.getByRole('button', { name: /^To the newest message/ });
  const above = (pixels: number) =>
    log.evaluate((element, px) => {
      element.scrollTop = element.scrollHeight - element.clientHeight - px;
    }, pixels);
  await above(5);
  await expect(back).toBeHidden();
  await above(6);
  await expect(back).toBeVisible();
  await back.click();
  await expect(back).toBeHidden();
});

test('message handed over by open-chat is ready to be sent', async ({ page }) => {
  await customer(page);
  await page.goto('/en');
  await page.waitForLoadState('load');
  await page.evaluate(async () => {
    const image = await (await fetch('/placeholder.png')).blob();
    const detail = { image, text: 'Do you have this?' };
    dispatchEvent(new CustomEvent('open-chat', { detail }));
  });
  const window = chat(page);
  await expect(window.locator('[data-chosen-image] img')).toBeVisible();
  await expect(window.locator('[data-chat-input]')).toHaveValue('Do you have this?');
});

test('chat button does not cover the buy bar', async ({ page }) => {
  test.skip(!isPhone(page), 'the widths are its own');
  for (const width of [360, 390, 768, 1023]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`/en/shop/${CEMENT}`);
    const ways = page.locator('.buy-bar button');
    await expect(ways).toHaveCount(4);
    await expect(launcher(page)).toBeHidden();
    for (const way of await ways.all()) {
      const covered = await way.evaluate((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        const middle = (top + bottom) / 2;
        const points = [left + 8, (left + right) / 2, right - 8].map((x) => [x, middle] as const);
        return points.filter(([x, y]) => !button.contains(document.elementFromPoint(x, y)));
      });
      expect(covered, `at ${width} px`).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 1024, height: 844 });
  await expect(launcher(page)).toBeVisible();
});
