import { execFileSync } from 'node:child_process';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { call, newPhone, PASSWORD, shopper } from './shopper';
import { waitForAnimations } from './wait-for-animations';

/** Whether staff can be created: by a command, which needs the shop's binary and data. */
export const canMakeStaff = Boolean(process.env.HEUAN);

/** A signed-in member of staff in a browser of their own. */
export async function member(browser: Browser, fname: string): Promise<Page> {
  const page = await newPage(browser);
  await signInAsStaff(page, fname);
  return page;
}

/** Shows further people in the list of the staff until it has the entry. */
export async function showPerson(manager: Page, entry: Locator): Promise<void> {
  const more = manager.getByRole('button', { name: 'Show more people' });
  await expect(async () => {
    if ((await entry.count()) === 0) await more.click({ timeout: 1000 });
    await expect(entry).toBeVisible({ timeout: 1000 });
  }).toPass();
}

/** Creates a member of staff and signs them in on this page. */
export async function signInAsStaff(page: Page, fname: string): Promise<void> {
  const phone = newPhone();
  const person = ['--fname', fname, '--lname', 'Phommachanh', '--phone', phone];
  execFileSync(process.env.HEUAN as string, ['staff', 'add', ...person, '--password-stdin'], {
    input: `${PASSWORD}\n`,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  await call(page, 'POST', '/api/auth/login', { identifier: phone, password: PASSWORD });
}

/** Page in another person's browser. In a shop with two edges, the staff use the second one. */
async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: process.env.BASE_URL_2 ?? process.env.BASE_URL ?? 'http://127.0.0.1:8080',
    timezoneId: 'Asia/Vientiane',
    viewport: { width: 1440, height: 900 },
  });
  return await context.newPage();
}

/** A signed-in customer with a name the inbox can search for. */
export async function customer(page: Page): Promise<{ id: number; name: string }> {
  const phone = await shopper(page);
  const fname = `Noy${phone.replace(/\D/g, '').slice(-8)}`;
  const profile = await call(page, 'GET', '/api/auth/profile');
  await call(page, 'PUT', '/api/auth/profile', { ...profile, fname });
  const cookies = await page.context().cookies();
  const id = Number(cookies.find(({ name }) => name === 'cus_id')?.value);
  return { id, name: fname };
}

export const chat = (page: Page): Locator => page.locator('dialog.chat');
export const messages = (place: Locator | Page): Locator => place.locator('[data-message]');

/** Opens the chat and goes past its welcome. */
export async function openChat(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Chat with the shop/ }).click();
  const window = chat(page);
  const start = window.getByRole('button', { name: 'Start the chat' });
  const input = window.getByRole('textbox');
  await expect(start.or(input)).toBeVisible();
  if (await start.isVisible()) await start.click();
  await expect(input).toBeVisible();
  await waitForAnimations(window);
  return window;
}

/** Writes and sends a message, once the server can be reached. */
export async function say(place: Locator | Page, text: string): Promise<void> {
  const input = place.locator('[data-chat-input]');
  await input.fill(text);
  await expect(place.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
  await input.press('Enter');
  await expect(input).toHaveValue('');
}

/** Opens the conversation with a customer. */
export async function openConversation(page: Page, id: number): Promise<Locator> {
  await page.goto(`/en/staff/${id}`);
  const pane = page.locator('.inbox');
  await expect(pane.locator('[data-chat-input]')).toBeVisible();
  return pane;
}
