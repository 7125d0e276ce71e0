import type { Page } from '@playwright/test';
import { signInAsStaff } from '../../e2e/chat-helpers';
import { call, placeOrder, shopper } from '../../e2e/shopper';
import type { Screen } from './screens';

const PRODUCT = 401011;

/** Places two orders of a customer, and then signs a manager in on the same page. Returns the last order. */
async function asManager(page: Page): Promise<{ order_id: string; cus_id: number }> {
  await shopper(page);
  await placeOrder(page, 'transfer');
  const { order_id } = await placeOrder(page);
  await signInAsStaff(page, 'Chantha');
  const { cus_id } = await call(page, 'GET', `/api/staff/orders/${order_id}`);
  return { order_id, cus_id };
}

/** Matches a statement with a line that pays an order, one with a wrong amount, and one without an order. */
async function withStatement(page: Page): Promise<void> {
  const [order] = await call(page, 'GET', '/api/staff/orders?view=transfers&limit=1');
  const lines = [
    `21/11 FT2611 NOY KEOVONGSA ${order.number} ${order.total}`,
    `21/11 FT2612 NOY KEOVONGSA ${order.number} 5,000`,
    '21/11 FT2613 KHAMLA SISOULATH 123,000',
  ];
  await page.locator('main textarea').fill(lines.join('\n'));
  await page.locator('main form button[type=submit]').click();
  await page.locator('main li, main tbody tr').first().waitFor();
}

const screen = (name: string, path: string): Screen => ({
  name: `office-${name}`,
  path: `/staff${path}`,
  isWhole: true,
  prepare: asManager,
});

/** Screens of the back office, which need a shop in which staff can be created. */
export const OFFICE_SCREENS: Screen[] = [
  screen('today', ''),
  screen('orders', '/orders'),
  {
    name: 'office-order',
    path: async (page) => `/staff/orders/${(await asManager(page)).order_id}`,
    isWhole: true,
  },
  { ...screen('transfers', '/orders/transfers'), act: withStatement },
  {
    name: 'office-picking',
    path: async (page) =>
      `/staff/orders/print?doc=picking&orders=${(await asManager(page)).order_id}`,
    isWhole: true,
  },
  screen('new-order', '/orders/new'),
  screen('products', '/products'),
  screen('product', `/products/${PRODUCT}`),
  screen('content', '/content'),
  screen('hero', '/content/hero~hero'),
  screen('menu', '/content/menu~menu'),
  screen('imports', '/imports'),
  screen('searches', '/searches'),
  screen('customers', '/customers'),
  {
    name: 'office-customer',
    path: async (page) => `/staff/customers/${(await asManager(page)).cus_id}`,
    isWhole: true,
  },
  screen('people', '/people'),
  screen('audit', '/audit'),
  screen('messages', '/messages'),
  screen('outbox', '/outbox'),
];
