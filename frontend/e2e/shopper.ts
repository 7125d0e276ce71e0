import { expect, type Page } from '@playwright/test';

/** Number of the last customer. Every test has a customer of its own, because all tests share one shop. */
let last = 0;
export function newPhone(): string {
  // A hundredth of a second that this worker has not used before, and the number of the worker.
  last = Math.max(last + 1, Math.floor(Date.now() / 10));
  const worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0) % 10;
  const rest = `${String(last % 10_000_000).padStart(7, '0')}${worker}`;
  return `020 ${rest.slice(0, 4)} ${rest.slice(4)}`;
}

export const PASSWORD = 'correct horse battery';

/** Calls the shop as the page would, with its cookies and an API token. */
export async function call(page: Page, method: string, path: string, data?: unknown) {
  const key = { authorization: 'Bearer heuan-demo-key' };
  const token = await (await page.request.post('/api/api-token', { headers: key })).json();
  const headers = { 'x-api-access-token': token.data.token };
  const answer = await page.request.fetch(path, { method, data, headers });
  expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return (await answer.json()).data;
}

/** A signed-in customer with these products in the cart. */
export async function shopper(page: Page, cart: Record<number, number> = {}): Promise<string> {
  const phone = newPhone();
  const person = { fname: 'Bounmy', lname: 'Keovongsa', phone, password: PASSWORD };
  await call(page, 'POST', '/api/auth/register', person);
  for (const [pro_id, quantity] of Object.entries(cart)) {
    await call(page, 'POST', '/api/auth/cart/items', { pro_id: Number(pro_id), quantity });
  }
  return phone;
}

/** Fills in a delivery in Vientiane. */
export async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Province').selectOption({ label: 'Vientiane Capital' });
  await page.getByLabel('District').selectOption({ label: 'Xaythany' });
  await page.getByRole('textbox', { name: 'Village' }).fill('Dongdok, unit 5');
}

export async function confirm(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Confirm the order' });
  await expect(button).toBeEnabled();
  await button.click();
}

/** The customer's orders from the API, newest first. */
export const ordersOf = (page: Page) => call(page, 'GET', '/api/auth/orders');

/** Places an order as a browser does: one product with delivery, unless `change` says otherwise. */
export async function placeOrder(
  page: Page,
  method = 'cod',
  change: { items?: object[]; phone?: string; delivery?: object; receiver?: object } = {},
): Promise<{ order_id: string; number: string }> {
  const order = {
    items: [{ pro_id: 401011, quantity: 1 }],
    phone: '020 5512 3456',
    delivery: { method: 'delivery', province: 'ເຊກອງ', district: 'ລະມາມ', village: 'Lavi' },
    payment: { method },
    ...change,
  };
  await call(page, 'POST', '/api/auth/checkout/quote', { items: order.items });
  const token = await (
    await page.request.post('/api/api-token', {
      headers: { authorization: 'Bearer heuan-demo-key' },
    })
  ).json();
  const headers = {
    'x-api-access-token': token.data.token,
    'idempotency-key': crypto.randomUUID(),
  };
  const answer = await page.request.post('/api/auth/orders', { data: order, headers });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).data;
}

/**
 * Waits until nothing more is loading. A customer's page never becomes network-idle, because it keeps the event stream
 * open.
 */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^(Notifications,|ແຈ້ງເຕືອນ,)/ })).toBeAttached();
  let loaded = -1;
  await expect
    .poll(
      async () => {
        const before = loaded;
        loaded = await page.evaluate(() => performance.getEntriesByType('resource').length);
        return loaded === before;
      },
      { intervals: [700] },
    )
    .toBe(true);
}
