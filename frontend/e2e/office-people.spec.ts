import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Page } from '@playwright/test';
import { axeViolationsInBothSchemes } from './axe';
import { canMakeStaff, member, showPerson } from './chat-helpers';
import { call, newPhone } from './shopper';
import { test } from './test';
import { inColorScheme } from './wait-for-animations';

test.skip(!canMakeStaff, 'needs a shop it can make staff for');

/** A manager in a window as wide as the project's. */
async function managerLike(page: Page, browser: Browser): Promise<Page> {
  const manager = await member(browser, 'Chantha');
  await manager.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
  await manager.emulateMedia({ reducedMotion: 'reduce' });
  return manager;
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Back office menu' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Adds a clerk in the browser and returns their credentials. */
async function addClerk(manager: Page, lname: string) {
  const phone = newPhone();
  await manager.goto('/en/staff/people');
  await manager.getByRole('button', { name: 'Add a person' }).click();
  const form = manager.getByRole('dialog', { name: 'Add a person' });
  await form.getByLabel('First name').fill('Sisouk');
  await form.getByLabel('Family name').fill(lname);
  await form.getByLabel('Phone number').fill(phone);
  await expect(form.getByRole('radio', { name: /^Clerk/ })).toBeChecked();
  await form.getByRole('button', { name: 'Add a person' }).click();
  const panel = manager.getByRole('region', { name: `Password of Sisouk ${lname}` });
  await expect(panel).toBeVisible();
  const password = (await panel.locator('code').textContent()) ?? '';
  return { phone, password, panel };
}

/** Expects no fault of the page as it is now, in both color schemes. */
async function expectNoFault(page: Page, state: string): Promise<void> {
  expect(await axeViolationsInBothSchemes(page, state)).toEqual([]);
  await inColorScheme(page, 'light');
}

/** A last name that no other run has. */
const uniqueName = () => `V${newPhone().replace(/\D/g, '').slice(-8)}`;

test('a manager adds a clerk, who signs in and sees orders and messages but not people', async ({
  page,
  browser,
}) => {
  const manager = await managerLike(page, browser);
  const lname = uniqueName();
  const { phone, password, panel } = await addClerk(manager, lname);
  await panel.getByRole('button', { name: 'I have passed it on' }).click();
  await expect(panel).toBeHidden();

  await page.goto('/en/staff/orders');
  await expect(heading(page, 'Please log in as staff')).toBeVisible();
  await expectNoFault(page, 'staff sign-in');
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('Phone number or e-mail').fill(phone);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(heading(page, 'Choose your own password')).toBeVisible();
  await expectNoFault(page, 'temporary password');
  await page.getByLabel('Temporary password').fill(password);
  await page.getByLabel('New password').fill('a password of my own');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(heading(page, 'Orders')).toBeVisible();
  await expect(menu(page).getByRole('link', { name: /^People/ })).toHaveCount(0);
  const isPhone = (page.viewportSize()?.width ?? 0) < 1024;
  if (isPhone) await menu(page).getByRole('button', { name: 'More' }).click();
  const links = isPhone ? page.getByRole('dialog', { name: 'More' }) : menu(page);
  await links
    .getByRole('link', { name: /^Messages/ })
    .filter({ visible: true })
    .click();
  await expect(heading(page, 'Messages')).toBeVisible();
  await page.goto('/en/staff/people');
  await expect(page.getByRole('heading', { name: 'Your role does not allow this' })).toBeVisible();
  await expectNoFault(page, 'page that the role does not allow');

  await manager.goto(`/en/staff/audit?search=${lname}`);
  const entry = manager.locator('tr, li').filter({ hasText: lname, visible: true });
  await expect(entry).toContainText('Added a person');
  await expect(entry).toContainText(`Sisouk ${lname}: Clerk`);
  await manager.context().close();
});

test('pages of the second factor pass axe before the back office opens', async ({
  page,
  browser,
}) => {
  const manager = await managerLike(page, browser);
  for (const [state, title] of [
    ['missing', 'Two-step sign-in'],
    ['pending', 'Enter your code'],
  ] as const) {
    await manager.route('**/api/staff/me', async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = await response.json();
      await route.fulfill({ response, json: { ...rest, data: { ...data, second_factor: state } } });
    });
    await manager.goto('/en/staff/orders');
    await expect(heading(manager, title)).toBeVisible();
    await expectNoFault(manager, `second factor, ${state}`);
    await manager.unroute('**/api/staff/me');
  }
  await manager.context().close();
});

test('changed role takes effect, and a removed person is signed out', async ({ page, browser }) => {
  const manager = await managerLike(page, browser);
  const name = `Sisouk ${uniqueName()}`;
  const { phone, password } = await addClerk(manager, name.slice('Sisouk '.length));
  await call(page, 'POST', '/api/auth/login', { identifier: phone, password });
  const own = 'a password of my own';
  await call(page, 'POST', '/api/auth/password', { current: password, new: own });
  const isPhone = (page.viewportSize()?.width ?? 0) < 1024;
  const edit = isPhone ? `Edit ${name}` : `Role of ${name}: Clerk, change`;
  const role = manager.getByRole('button', { name: edit });
  await showPerson(manager, role);
  await role.click();
  const form = manager.getByRole('dialog', { name: `Role of ${name}` });
  await form.getByText('Editor', { exact: true }).click();
  await form.getByRole('button', { name: 'Change the role' }).click();
  await expect(form).toBeHidden();

  await call(page, 'POST', '/api/auth/login', { identifier: phone, password: own });
  await page.goto('/en/staff/orders');
  await expect(page.getByText('You are signed in as: Editor.', { exact: false })).toBeVisible();

  if (isPhone) {
    await manager.getByRole('button', { name: `Edit ${name}` }).click();
    await form.getByRole('button', { name: 'Remove access' }).click();
  } else {
    await manager.getByRole('button', { name: `Remove access of ${name}` }).click();
  }
  const question = manager.getByRole('dialog', { name: `Remove the access of ${name}?` });
  await question.getByRole('button', { name: 'Remove access' }).click();
  await expect(question).toBeHidden();
  await expect(manager.locator('main').locator('tr, li').filter({ hasText: name })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Please log in as staff' })).toBeVisible();
  await manager.context().close();
});

/** A message of the contact form. */
async function writeToShop(page: Page, name: string): Promise<void> {
  const message = { sender_type: 1, topic: 3, name, phone: newPhone(), message: 'Teak doors?' };
  await call(page, 'POST', '/api/v1/contact', message);
}

test('contact message is marked done, reopened, and listed among all', async ({
  page,
  browser,
}) => {
  const manager = await managerLike(page, browser);
  const name = `Khamla ${uniqueName()}`;
  await writeToShop(page, name);
  await manager.goto('/en/staff/messages');
  const done = manager.getByRole('button', { name: `Mark as done: message from ${name}` });
  await done.click();
  await expect(done).toHaveCount(0);
  await manager.getByRole('button', { name: /^Undo/ }).click();
  await expect(done).toBeVisible();
  await done.click();
  await expect(done).toHaveCount(0);
  await manager.getByRole('link', { name: 'All', exact: true }).click();
  const row = manager.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText('Done by Chantha');
  await manager.context().close();
});

test('pages of people, audit log and messages pass axe, light and dark', async ({
  page,
  browser,
}) => {
  const manager = await managerLike(page, browser);
  await addClerk(manager, uniqueName());
  const name = uniqueName();
  await writeToShop(page, name);
  const axe = async (state: string) => {
    for (const theme of ['light', 'dark'] as const) {
      await inColorScheme(manager, theme);
      const { violations } = await new AxeBuilder({ page: manager }).analyze();
      const faults = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
      );
      expect(faults, `${state}, ${theme}`).toEqual([]);
    }
  };
  await axe('people with a password');
  await manager.getByRole('button', { name: 'Add a person' }).click();
  await axe('form of a person');
  await manager.goto('/la/staff/audit');
  await expect(manager.locator('time:visible').first()).toBeVisible();
  await axe('audit log');
  await manager.goto('/en/staff/messages');
  await expect(manager.getByText(name, { exact: true })).toBeVisible();
  await axe('messages');
  await manager.context().close();
});
