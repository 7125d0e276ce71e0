import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import {
  canMakeStaff,
  customer,
  member,
  messages,
  openChat,
  openConversation,
  say,
} from './chat-helpers';
import { call } from './shopper';
import { test } from './test';

const SOFA = 1203001;

type ChatMessage = { smstype: string; sms: string; seq: number; likes: number };

test.skip(!canMakeStaff, 'needs a shop it can make staff for');

/** Holds a response back until the network is cut and then drops it, or drops the request itself. */
async function lose(page: Page, what: 'answer' | 'call', path: string) {
  let arrive = () => {};
  let cut = () => {};
  const isUnderWay = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const isCut = new Promise<void>((resolve) => {
    cut = resolve;
  });
  let isFirst = true;
  await page.route(path, async (route) => {
    if (!isFirst || route.request().method() !== 'POST') return route.fallback();
    isFirst = false;
    if (what === 'answer') await route.fetch();
    arrive();
    await isCut;
    await route.abort();
  });
  return { isUnderWay, cut: () => cut() };
}

const CUT = 20_000;
const IMAGE = 'public/placeholder.png';
const heart = (place: Locator | Page, text: string) =>
  messages(place).filter({ hasText: text }).getByRole('button', { name: 'Like' });
const waiting = (place: Locator) => place.locator('[data-pending] [data-product-card]');
const likes = (place: Locator | Page, text: string) =>
  messages(place).filter({ hasText: text }).getByText('1 like', { exact: true });

/** Takes one side offline for 20 s, in which `meanwhile` happens. */
async function cutOff(page: Page, place: Locator, meanwhile: () => Promise<void>) {
  const from = Date.now();
  await page.context().setOffline(true);
  await expect(place.locator('[data-connected="false"]')).toBeVisible();
  await meanwhile();
  await page.waitForTimeout(Math.max(0, from + CUT - Date.now()));
  await page.context().setOffline(false);
  await expect(place.locator('[data-connected="true"]')).toBeVisible({ timeout: 60_000 });
}

async function chooseImage(place: Locator, caption: string) {
  await place.locator('input[type=file]').setInputFiles(IMAGE);
  await expect(place.locator('[data-chosen-image] img')).toBeVisible();
  await place.locator('[data-chat-input]').fill(caption);
}

/** Checks that both sides show the same messages in the same order, and that they are those that the server stores. */
async function expectSaid(page: Page, places: Locator[], said: [kind: string, text: string][]) {
  for (const place of places) {
    await expect(messages(place)).toHaveText(said.map(([, text]) => new RegExp(text)));
    await expect(place.locator('[data-pending]')).toHaveCount(0);
    for (const image of await messages(place).locator('a > img').all()) {
      await image.scrollIntoViewIfNeeded();
      await expect
        .poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth))
        .toBeGreaterThan(0);
    }
  }
  const kept = (await call(page, 'GET', '/api/auth/message')) as ChatMessage[];
  expect(kept.map(({ smstype, sms }) => [smstype, sms])).toEqual(
    said.map(([kind, text]) => [kind, expect.stringContaining(text)]),
  );
  expect(kept.map(({ seq }) => seq)).toEqual(said.map((_, index) => index + 1));
  return kept;
}

test.describe('conversation across a 20 s network outage has each message once', () => {
  test.skip(({ viewport }) => (viewport?.width ?? 0) > 768, 'the same at any width, and long');
  test.slow();

  /** A conversation in which a customer and the staff have each written a message. */
  async function conversation(page: Page, browser: Browser) {
    const { id } = await customer(page);
    const staff = await member(browser, 'Kham');
    await page.goto('/en');
    const window = await openChat(page);
    await say(window, 'one');
    const inbox = await openConversation(staff, id);
    await expect(messages(inbox)).toHaveCount(1);
    await say(inbox, 'two');
    await expect(messages(window)).toHaveCount(2);
    return { staff, window, inbox };
  }

  test('the customer’s', async ({ page, browser }) => {
    const { staff, window, inbox } = await conversation(page, browser);
    // A like arrives but its response is lost. An image is being sent, and a product inquiry waits behind it.
    const like = await lose(page, 'answer', '**/api/auth/message/like');
    await heart(window, 'two').click();
    await like.isUnderWay;
    const image = await lose(page, 'call', '**/api/auth/message/upload');
    await chooseImage(window, 'three');
    await window.getByRole('button', { name: 'Send', exact: true }).click();
    await image.isUnderWay;
    await page.evaluate((pro_id) => {
      const detail = { product: { pro_id, name: 'four' } };
      dispatchEvent(new CustomEvent('open-chat', { detail }));
    }, SOFA);
    await expect(waiting(window)).toHaveCount(1);
    await expect(likes(inbox, 'two')).toBeVisible();

    await cutOff(page, window, async () => {
      like.cut();
      image.cut();
      await window.locator('[data-chat-input]').fill('five');
      await window.locator('[data-chat-input]').press('Enter');
      await say(inbox, 'meanwhile');
      await expect(messages(inbox)).toHaveCount(3);
      await chooseImage(inbox, 'a photo');
      await inbox.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(messages(inbox)).toHaveCount(4);
      await heart(inbox, 'one').click();
    });
    await expect(messages(window)).toHaveCount(6);
    await expect(window.locator('[data-chat-input]')).toHaveValue('five');
    await window.locator('[data-chat-input]').press('Enter');

    const kept = await expectSaid(
      page,
      [window, inbox],
      [
        ['user', 'one'],
        ['user', 'two'],
        ['user', 'meanwhile'],
        ['img', 'a photo'],
        ['img', 'three'],
        ['deeplink', 'four'],
        ['user', 'five'],
      ],
    );
    expect(kept.map((message) => message.likes)).toEqual([1, 1, 0, 0, 0, 0, 0]);
    await expect(heart(window, 'two')).toHaveAttribute('aria-pressed', 'true');
    await expect(likes(window, 'one')).toBeVisible();
    await expect(likes(inbox, 'two')).toBeVisible();
    await staff.context().close();
  });

  test('the staff’s', async ({ page, browser }) => {
    const { staff, window, inbox } = await conversation(page, browser);
    const like = await lose(staff, 'answer', '**/messages/like');
    // A like and a text arrive, but their responses are lost.
    await heart(inbox, 'one').click();
    await like.isUnderWay;
    const text = await lose(staff, 'answer', '**/api/auth/staff/conversations/*/messages');
    await say(inbox, 'three');
    await text.isUnderWay;
    // A product waits behind it.
    await inbox.getByRole('button', { name: 'Find a product' }).click();
    await inbox.getByRole('searchbox', { name: 'Find a product' }).fill('Burlap sofa');
    await inbox.getByRole('button', { name: new RegExp(`#${SOFA}`) }).click();
    await expect(waiting(inbox)).toHaveCount(1);
    await expect(likes(window, 'one')).toBeVisible();

    await cutOff(staff, inbox, async () => {
      like.cut();
      text.cut();
      await chooseImage(inbox, 'a photo');
      await inbox.locator('[data-chat-input]').press('Enter');
      await expect(messages(window)).toHaveCount(3);
      await say(window, 'meanwhile');
      await page.evaluate((pro_id) => {
        const detail = { product: { pro_id, name: 'which size' } };
        dispatchEvent(new CustomEvent('open-chat', { detail }));
      }, SOFA);
      await expect(messages(window)).toHaveCount(5);
      await heart(window, 'two').click();
    });
    await expect(messages(inbox)).toHaveCount(6);
    await expect(inbox.locator('[data-chosen-image] img')).toBeVisible();
    await inbox.locator('[data-chat-input]').press('Enter');

    const kept = await expectSaid(
      page,
      [window, inbox],
      [
        ['user', 'one'],
        ['user', 'two'],
        ['user', 'three'],
        ['user', 'meanwhile'],
        ['deeplink', 'which size'],
        ['deeplink', 'Burlap sofa'],
        ['img', 'a photo'],
      ],
    );
    expect(kept.map((message) => message.likes)).toEqual([1, 1, 0, 0, 0, 0, 0]);
    await expect(heart(inbox, 'one')).toHaveText('1');
    await expect(heart(window, 'two')).toHaveAttribute('aria-pressed', 'true');
    await staff.context().close();
  });
});
