import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Page } from '@playwright/test';
import {
  canMakeStaff,
  chat,
  customer,
  member,
  messages,
  openChat,
  openConversation,
  say,
} from './chat-helpers';
import { call, shopper } from './shopper';
import { test } from './test';
import { inColorScheme } from './wait-for-animations';

const SOFA = 1203001;

test.skip(!canMakeStaff, 'needs a shop it can make staff for');

test('a customer and the staff talk: text, link, like, product, picture', { tag: '@gate' }, async ({
  page,
  browser,
}) => {
  const { id, name } = await customer(page);
  const staff = await member(browser, 'Kham');
  await page.goto('/en');
  const window = await openChat(page);
  await say(window, 'Good morning');
  await expect(messages(window)).toHaveCount(1);

  await staff.goto('/en/staff/chat');
  await staff.getByRole('searchbox', { name: 'Search customers' }).fill(name);
  const row = staff.locator(`[data-conversation="${id}"]`);
  await expect(row).toContainText('Good morning');
  await expect(row).toContainText('1 unread message');
  await expect(row).toHaveAttribute('href', `/en/staff/${id}?search=${name}`);
  await expect(staff).toHaveURL(new RegExp(`/en/staff/chat\\?search=${name}$`));
  await row.click();
  await expect(staff).toHaveURL(new RegExp(`/en/staff/${id}\\?search=${name}$`));
  await expect(messages(staff)).toContainText('Good morning');
  await expect(window.getByText(/· Read/)).toBeVisible();
  await expect(window.locator('[data-presence="online"]')).toBeVisible();

  await staff.locator('[data-chat-input]').pressSequentially('Hel');
  await expect(window.getByText('Kham is writing…')).toBeVisible();
  await say(staff, 'Hello, see https://heuan.example/sofa-guide');
  const answer = messages(window).nth(1);
  await expect(answer.getByRole('link').first()).toHaveAttribute(
    'href',
    'https://heuan.example/sofa-guide',
  );
  // No server responds there, so the card shows only the domain.
  await expect(answer.locator('[data-link-card]')).toHaveAttribute('data-link-card', 'error');
  await expect(answer.locator('[data-link-card]')).toContainText('heuan.example');

  await answer.getByRole('button', { name: 'Like' }).click();
  await expect(messages(staff).nth(1)).toContainText('1 like');
  await answer.getByRole('button', { name: 'Like' }).click();
  await expect(messages(staff).nth(1)).not.toContainText('1 like');

  await window.getByRole('button', { name: 'Close' }).click();
  await page.goto(`/en/shop/${SOFA}`);
  await page.getByRole('button', { name: 'Ask in the chat' }).click();
  await expect(staff.locator(`[data-product-card="${SOFA}"]`)).toContainText('Burlap sofa');
  await staff.locator('input[type=file]').setInputFiles('public/placeholder.png');
  await say(staff, 'This one?');
  const image = messages(window).last().locator('img');
  await expect
    .poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  await expect(messages(window).last()).toContainText('This one?');
  await expect(messages(window)).toHaveCount(4);
  await expect(messages(staff)).toHaveCount(4);
  await staff.context().close();
});

test('with the network cut in mid-conversation nothing is lost or doubled', async ({
  page,
  context,
  browser,
}) => {
  const { id } = await customer(page);
  const staff = await member(browser, 'Kham');
  await page.goto('/en');
  const window = await openChat(page);
  await say(window, 'one');
  await expect(messages(window)).toHaveCount(1);
  const inbox = await openConversation(staff, id);
  await expect(messages(inbox)).toHaveCount(1);

  // The message arrives, but its response is held back.
  let arrive = () => {};
  const hasArrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/api/auth/message', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    arrive();
    await route.abort();
  });
  await say(window, 'two');
  await hasArrived;
  await context.setOffline(true);
  await expect(window.locator('[data-connected="false"]')).toBeVisible();
  await expect(window.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await window.locator('[data-chat-input]').fill('three');
  await window.locator('[data-chat-input]').press('Enter');
  await say(inbox, 'meanwhile');
  await expect(messages(inbox)).toHaveCount(3);

  await page.unroute('**/api/auth/message');
  await context.setOffline(false);
  await expect(window.locator('[data-connected="true"]')).toBeVisible({ timeout: 60_000 });
  await window.locator('[data-chat-input]').press('Enter');
  await expect(messages(inbox)).toHaveCount(4);
  await expect(messages(window)).toHaveCount(4);
  await expect(window.locator('[data-pending]')).toHaveCount(0);
  const said = (await call(page, 'GET', '/api/auth/message')) as { sms: string; seq: number }[];
  expect(said.map(({ sms }) => sms)).toEqual(['one', 'two', 'meanwhile', 'three']);
  expect(said.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  await staff.context().close();
});

test('unsent message survives a reload and is sent once', async ({ page }) => {
  await customer(page);
  await page.goto('/en');
  const window = await openChat(page);
  await expect(window.locator('[data-connected="true"]')).toBeVisible();
  let cut = () => {};
  const isCut = new Promise<void>((resolve) => {
    cut = resolve;
  });
  await page.route('**/api/auth/message', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    await route.abort();
    cut();
  });
  await say(window, 'only once');
  await isCut;
  await page.unroute('**/api/auth/message');
  await page.reload();
  await openChat(page);
  await expect(messages(chat(page))).toHaveCount(1);
  await expect(chat(page).locator('[data-pending]')).toHaveCount(0);
  expect(await call(page, 'GET', '/api/auth/message')).toHaveLength(1);
});

test("reply of a second staff member is refused until the first one's is shown", async ({
  page,
  browser,
}) => {
  const { id } = await customer(page);
  await call(page, 'POST', '/api/auth/message', { sms: 'How wide is it?', client_id: 'q1' });
  const first = await openConversation(await member(browser, 'Kham'), id);
  const second = await openConversation(await member(browser, 'Daeng'), id);

  // The second member of staff has begun to write before the first one answers.
  await second.locator('[data-chat-input]').fill('I think 180 cm');
  await say(first, '188 cm');
  await expect(messages(second)).toHaveCount(2);
  await expect(second.getByText(/Kham answers until/)).toBeVisible();
  await second.locator('[data-chat-input]').press('Enter');
  const conflict = second.locator('[data-conflict]');
  await expect(conflict).toContainText(/^Kham (is answering|answered)/);
  await expect(messages(first)).toHaveCount(2);
  await conflict.getByRole('button', { name: 'Don’t send' }).click();
  await expect(second.locator('[data-chat-input]')).toHaveValue('I think 180 cm');

  await second.locator('[data-chat-input]').press('Enter');
  await conflict.getByRole('button', { name: /(Take over and send|Send anyway)/ }).click();
  const again = conflict.getByRole('button', { name: 'Take over and send' });
  await expect(messages(second).nth(2).or(again)).toBeVisible();
  if (await again.isVisible()) await again.click();
  await expect(messages(first)).toHaveCount(3);
  await expect(second.locator('[data-claimed="mine"]')).toBeVisible();
  await expect(first.locator('[data-claimed="other"]')).toContainText('Daeng');

  await first.getByRole('button', { name: 'Take over' }).click();
  await first.getByRole('button', { name: 'Yes, take over' }).click();
  await expect(first.locator('[data-claimed="mine"]')).toBeVisible();
  await first.getByRole('button', { name: 'Release' }).click();
  await expect(second.getByRole('button', { name: 'Take it' })).toBeVisible();
});

test('quick replies are written once and used by pressing', async ({ page, browser }) => {
  const { id } = await customer(page);
  await call(page, 'POST', '/api/auth/message', { sms: 'When are you open?', client_id: 'q1' });
  const staff = await member(browser, 'Kham');
  const title = `Hours ${id}`;
  await staff.goto('/en/staff/chat?view=replies');
  await staff.getByRole('button', { name: 'Add a quick reply' }).click();
  await staff.getByLabel('Name').fill(title);
  await staff.getByLabel('Text').fill('From 8 to 18, every day.');
  await staff.getByRole('button', { name: 'Save' }).click();
  await expect(staff.getByRole('heading', { name: title })).toBeVisible();

  const inbox = await openConversation(staff, id);
  await inbox.locator('[data-chat-input]').fill(`/${id}`);
  await inbox.getByRole('button', { name: new RegExp(title) }).click();
  await expect(inbox.locator('[data-chat-input]')).toHaveValue('From 8 to 18, every day.');
  await inbox.locator('[data-chat-input]').press('Enter');
  await expect(messages(inbox)).toHaveCount(2);

  await staff.goto('/en/staff/chat?view=replies');
  await staff.getByRole('button', { name: `Delete “${title}”` }).click();
  await staff.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(staff.getByRole('heading', { name: title })).toBeHidden();
});

test.describe('broadcast', () => {
  test.use({ broadcasts: 'sends' });
  test('broadcast: validated, previewed, confirmed, and delivered once', announce);
});

async function announce({ page, browser }: { page: Page; browser: Browser }) {
  await customer(page);
  const staff = await member(browser, 'Kham');
  await staff.goto('/en/staff/chat?view=broadcast');
  await staff.getByRole('button', { name: 'Check and send' }).click();
  await expect(staff.getByText('Please fill this in')).toHaveCount(2);
  const title = `Cement week ${Date.now()}`;
  await staff.getByLabel('Title').fill(title);
  await staff.getByLabel('Text').fill('10% off until Sunday');
  await expect(staff.getByRole('region', { name: 'Preview' })).toContainText(title);
  await staff.getByRole('button', { name: 'Check and send' }).click();
  await staff.getByRole('button', { name: 'Send now' }).click();
  await expect(staff.getByText('The announcement has been sent')).toBeVisible();
  const notifications = async () => {
    const all: { no_title: string }[] = await call(page, 'GET', '/api/auth/notifications/user');
    return all.filter(({ no_title }) => no_title === title);
  };
  await expect.poll(notifications).toHaveLength(1);
}

/** Faults that axe finds in a part of the page. */
async function faults(page: Page, part: string) {
  const { violations } = await new AxeBuilder({ page }).include(part).analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
}

test('window and inbox pass axe, light and dark', async ({ page, browser }) => {
  const { id } = await customer(page);
  const staff = await member(browser, 'Kham');
  // axe misreads a color during its transition.
  for (const one of [page, staff]) await one.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`/en/shop/${SOFA}`);
  await page.getByRole('button', { name: 'Ask in the chat' }).click();
  await expect(messages(chat(page))).toHaveCount(1);
  const inbox = await openConversation(staff, id);
  await expect(inbox.locator('[data-conversation]').first()).toBeVisible();
  await expect(inbox.locator(`[data-conversation="${id}"] [data-online]`)).toBeVisible();
  await say(inbox, 'Good choice');
  await expect(messages(chat(page))).toHaveCount(2);
  for (const theme of ['light', 'dark'] as const) {
    for (const one of [page, staff]) await inColorScheme(one, theme);
    expect(await faults(page, 'dialog.chat'), `chat, ${theme}`).toEqual([]);
    expect(await faults(staff, '.inbox'), `inbox, ${theme}`).toEqual([]);
  }
  for (const view of ['replies', 'broadcast']) {
    await staff.goto(`/en/staff/chat?view=${view}`);
    await expect(staff.getByRole('heading', { level: 2 })).toBeVisible();
    expect(await faults(staff, '.inbox'), view).toEqual([]);
  }
  await staff.context().close();
});

test('on a phone the inbox is a list, then a conversation with the way back', async ({
  page,
  browser,
}) => {
  const { id } = await customer(page);
  await call(page, 'POST', '/api/auth/message', { sms: 'Hello', client_id: 'q1' });
  const staff = await member(browser, 'Kham');
  await staff.setViewportSize({ width: 390, height: 844 });
  await staff.goto('/en/staff/chat');
  await staff.locator(`[data-conversation="${id}"]`).click();
  await expect(messages(staff)).toHaveCount(1);
  await expect(staff.locator(`[data-conversation="${id}"]`)).toBeHidden();
  await staff.getByRole('link', { name: 'Back to the inbox' }).click();
  await expect(staff.locator(`[data-conversation="${id}"]`)).toBeVisible();
  await expect(staff).toHaveURL(/\/staff\/chat$/);
  await staff.context().close();
});

test('customer without the staff role: the page does not exist', async ({ page }) => {
  await page.goto('/en/staff/chat');
  await expect(page.getByRole('heading', { name: 'Please log in as staff' })).toBeVisible();
  await shopper(page);
  await page.goto('/en/staff/chat');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});
