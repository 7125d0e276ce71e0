import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Page } from '@playwright/test';
import { call, ordersOf, PASSWORD, shopper } from './shopper';
import { canMakeStaff, fakePushService, staff } from './staff-helpers';
import { test } from './test';

const DRILL = 401011;

test.use({ serviceWorkers: 'allow', broadcasts: 'counts' });

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const list = (page: Page) => page.getByRole('dialog', { name: 'Notifications', exact: true });
const unread = (page: Page, count: number) =>
  page.getByRole('button', { name: `Notifications, ${count} unread` });

/** Creates a notification in the customer's own list, by the API. */
const notify = (page: Page, title: string, more = {}) =>
  call(page, 'POST', '/api/auth/notifications/user', {
    no_title: title,
    no_body: `About ${title}`,
    ...more,
  });

/** Opens the list. Before notifications are enabled on this device, the bell opens the opt-in dialog. */
async function openList(page: Page) {
  await bell(page).click();
  await page.getByRole('button', { name: 'Only show the list' }).click();
  await expect(list(page)).toBeVisible();
}

const isLive = (page: Page) =>
  page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/auth/events');

async function order(page: Page) {
  await call(page, 'POST', '/api/auth/cart/items', { pro_id: DRILL, quantity: 1 });
  await page.goto('/en/checkout');
  await page.getByText('Pick up at a branch').click();
  await page.getByLabel('Pick-up branch').selectOption({ index: 1 });
  await page.getByText('Pay at the branch').click();
  await page.getByRole('button', { name: 'Confirm the order' }).click();
  await expect(page).toHaveURL(/thanks/);
}

test('notification of an order from another device is counted at once and opens its page', {
  tag: '@gate',
}, async ({ page }) => {
  await shopper(page);
  const live = isLive(page);
  await page.goto('/en');
  await live;
  await expect(unread(page, 0)).toBeVisible();
  // A second tab acts as the other device.
  const other = await page.context().newPage();
  await order(other);
  await other.close();
  await expect(unread(page, 1)).toBeVisible();
  await openList(page);
  await list(page).getByRole('link').first().click();
  const [{ order_id }] = await ordersOf(page);
  await expect(page).toHaveURL(new RegExp(`/en/account/orders/${order_id}$`));
  await expect(unread(page, 0)).toBeVisible();
  await expect(async () => {
    const listed = await call(page, 'GET', '/api/auth/notifications/user');
    expect(listed.map((one: { isread_user: boolean }) => one.isread_user)).toEqual([true]);
  }).toPass();
});

test('notification list shows unread ones first, marks one or all, and loads older ones', async ({
  page,
}) => {
  await shopper(page);
  for (let count = 1; count <= 7; count += 1) await notify(page, `Number ${count}`);
  await page.goto('/en');
  await expect(unread(page, 7)).toBeVisible();
  await openList(page);
  const rows = list(page).getByRole('listitem');
  await expect(rows).toHaveCount(5);
  await expect(rows.first()).toContainText('Number 7');
  await list(page).getByRole('button', { name: 'See all' }).click();
  await expect(rows).toHaveCount(7);
  await rows.nth(1).getByRole('button').click();
  await expect(unread(page, 6)).toBeVisible();
  // A read notification keeps its position until the list is opened again.
  await expect(rows.nth(1)).toContainText('Number 6');
  await page.keyboard.press('Escape');
  await expect(list(page)).toBeHidden();
  await openList(page);
  await list(page).getByRole('button', { name: 'See all' }).click();
  await expect(rows.last()).toContainText('Number 6');
  await list(page).getByRole('button', { name: 'Mark all as read' }).click();
  await expect(unread(page, 0)).toBeVisible();
  await expect(list(page).getByRole('button', { name: 'Mark all as read' })).toBeHidden();
  await page.reload();
  await expect(unread(page, 0)).toBeVisible();
});

test('refused mark as read is reverted', async ({ page }) => {
  await shopper(page);
  await notify(page, 'Tiles');
  await page.route('**/api/auth/notifications/user', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, json: {} })
      : route.continue(),
  );
  await page.goto('/en');
  await expect(unread(page, 1)).toBeVisible();
  await openList(page);
  await list(page).getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByText('Could not mark as read')).toBeVisible();
  await expect(unread(page, 1)).toBeVisible();
});

test.describe('broadcast', () => {
  test.use({ broadcasts: 'sends' });
  test('broadcast reaches every tab over one connection', reachEveryTab);
});

async function reachEveryTab({ page, browser }: { page: Page; browser: Browser }) {
  test.skip(!canMakeStaff, 'needs a shop whose commands can be run');
  await shopper(page);
  let streams = 0;
  page.context().on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/auth/events') streams += 1;
  });
  const live = isLive(page);
  await page.goto('/en');
  await live;
  const second = await page.context().newPage();
  await second.goto('/en/shop');
  await expect(unread(second, 0)).toBeVisible();
  const seller = await staff(browser);
  await call(seller, 'POST', '/api/v1/notifications/broadcast', {
    title: 'ຫຼຸດລາຄາສີ',
    body: 'ຫຼຸດສູງສຸດ 25%',
    category: 'promotion',
    topicName: 'customers',
    actionUrl: '/promotion',
  });
  for (const tab of [page, second]) await expect(unread(tab, 1)).toBeVisible();
  expect(streams).toBe(1);
  // The leader tab closes, so the other one takes the connection over.
  await page.close();
  await expect.poll(() => streams).toBe(2);
  await notify(second, 'After');
  await expect(unread(second, 2)).toBeVisible();
  await seller.context().close();
}

test('notifications sent while offline arrive when online', async ({ page, browser }) => {
  const phone = await shopper(page);
  const live = isLive(page);
  await page.goto('/en');
  await live;
  await expect(unread(page, 0)).toBeVisible();
  const other = await (await browser.newContext()).newPage();
  await call(other, 'POST', '/api/auth/login', { identifier: phone, password: PASSWORD });
  // The new device is the first one.
  await expect(unread(page, 1)).toBeVisible();
  await page.context().setOffline(true);
  await notify(other, 'Meanwhile');
  await expect(unread(page, 1)).toBeVisible();
  await page.context().setOffline(false);
  await expect(unread(page, 2)).toBeVisible();
  await notify(other, 'And live again');
  await expect(unread(page, 3)).toBeVisible();
  await other.context().close();
});

test('live cart change of another device is shown', async ({ page, browser }) => {
  const phone = await shopper(page);
  const live = isLive(page);
  await page.goto('/en');
  await live;
  const other = await (await browser.newContext()).newPage();
  await call(other, 'POST', '/api/auth/login', { identifier: phone, password: PASSWORD });
  await call(other, 'POST', '/api/auth/cart/items', { pro_id: DRILL, quantity: 2 });
  await expect(page.getByRole('button', { name: /^Cart: 1 item/ })).toBeVisible();
  await other.context().close();
});

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious in list and question in ${theme}`, async ({ page, context }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await context.grantPermissions(['notifications']);
    await shopper(page);
    await notify(page, 'Tiles', { no_actionurl: '/shop' });
    await page.goto('/en');
    await expect(unread(page, 1)).toBeVisible();
    const serious = async () => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    };
    await bell(page).click();
    await expect(page.getByRole('button', { name: 'Turn on', exact: true })).toBeVisible();
    expect(await serious()).toEqual([]);
    await page.getByRole('button', { name: 'Only show the list' }).click();
    await expect(list(page).getByRole('link', { name: /Tiles/ })).toBeVisible();
    expect(await serious()).toEqual([]);
  });
}

test('header at the narrowest width does not overflow', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/la');
  await expect(page.locator('header').first()).toBeVisible();
  const scroll = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(scroll).toBeLessThanOrEqual(320);
});

test('visitor is shown the login prompt', async ({ page }) => {
  await page.goto('/en');
  await bell(page).click();
  await expect(list(page).getByRole('link', { name: 'Log in' })).toBeVisible();
});

test.describe('the opt-in', () => {
  const question = (page: Page) => page.getByRole('dialog', { name: 'Turn on notifications' });

  test('push subscription follows the language and ends with the sign-out', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['notifications']);
    await fakePushService(page);
    await shopper(page);
    const subscriptionCalls: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/push/subscription')) {
        const language = request.postDataJSON().language ?? '';
        subscriptionCalls.push(`${request.method()} ${language}`.trim());
      }
    });
    await page.goto('/en');
    await expect(unread(page, 0)).toBeVisible();
    await bell(page).click();
    await question(page).getByRole('button', { name: 'Turn on', exact: true }).click();
    await expect(page.getByText('Notifications are on')).toBeVisible();
    await expect(question(page)).toBeHidden();
    await expect(list(page).getByRole('switch')).toBeChecked();
    const kept = () =>
      page.evaluate(() => [localStorage.getItem('fcmToken'), localStorage.getItem('isSubscribed')]);
    await expect.poll(kept).toEqual([expect.stringMatching(/^https:\/\/push\.invalid\//), 'true']);
    await page.goto('/la');
    await expect.poll(() => subscriptionCalls).toEqual(['PUT en', 'PUT la']);
    await page.goto('/en/account/profile');
    await page.getByRole('button', { name: 'Log out' }).last().click();
    await expect.poll(() => subscriptionCalls.at(-1)).toBe('DELETE');
  });

  test('push opt-out in the list ends the subscription', async ({ page, context }) => {
    await context.grantPermissions(['notifications']);
    await fakePushService(page);
    await shopper(page);
    await page.goto('/en');
    await expect(unread(page, 0)).toBeVisible();
    await bell(page).click();
    await question(page).getByRole('button', { name: 'Turn on', exact: true }).click();
    await list(page).getByRole('switch').click();
    await expect(list(page).getByRole('switch')).not.toBeChecked();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('fcmToken'))).toBeNull();
  });

  test('push prompt closes when the browser denies, and the list shows the status', async ({
    page,
  }) => {
    await shopper(page);
    await page.addInitScript(() => {
      let permission = 'default';
      Object.defineProperty(Notification, 'permission', { get: () => permission });
      Notification.requestPermission = async () => {
        permission = 'denied';
        return 'denied';
      };
    });
    await page.goto('/en');
    await expect(unread(page, 0)).toBeVisible();
    await bell(page).click();
    await question(page).getByRole('button', { name: 'Turn on', exact: true }).click();
    await expect(question(page)).toBeHidden();
    await expect(list(page).getByText('Blocked in your browser’s settings')).toBeVisible();
    await list(page).getByRole('switch').click();
    await expect(question(page)).toContainText('Your browser blocks notifications');
  });

  test('push prompt in a browser without push explains it and links to the list', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['notifications']);
    await fakePushService(page, true);
    await shopper(page);
    await page.goto('/en');
    await expect(unread(page, 0)).toBeVisible();
    await bell(page).click();
    await question(page).getByRole('button', { name: 'Turn on', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('This browser could not set up');
    await question(page).getByRole('button', { name: 'Only show the list' }).click();
    await expect(list(page).getByText('No notifications yet')).toBeVisible();
    // The dialog opens with every click until notifications are on.
    await bell(page).click();
    await expect(list(page)).toBeHidden();
    await openList(page);
  });
});

test('push without an open page is shown', async ({ page, context }) => {
  await context.grantPermissions(['notifications']);
  await page.goto('/en');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js');
    await navigator.serviceWorker.ready;
  });
  const session = await context.newCDPSession(page);
  const registrations: { registrationId: string }[] = [];
  session.on('ServiceWorker.workerRegistrationUpdated', (event) =>
    registrations.push(...event.registrations),
  );
  await session.send('ServiceWorker.enable');
  await expect.poll(() => registrations.length).toBeGreaterThan(0);
  const push = { id: 7, title: 'Your order is ready', body: 'Come by', url: '/en/cart', tag: 'n7' };
  const deliver = (data: string) =>
    session.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(page.url()).origin,
      registrationId: registrations[0]?.registrationId ?? '',
      data,
    });
  const shown = () =>
    page.evaluate(async () => {
      const { ready } = navigator.serviceWorker;
      const all = await (await ready).getNotifications();
      return all.map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url }));
    });
  const { title, tag, url } = push;
  // Waits for the first one, because the browser does not keep their order.
  for (const body of [push.body, 'Come by until 18:00']) {
    await deliver(JSON.stringify({ ...push, body }));
    await expect.poll(shown).toEqual([{ title, body, tag, url }]);
  }
});
