import type { Page } from '@playwright/test';
import { signInAsStaff } from '../../e2e/chat-helpers';
import { call, placeOrder, shopper } from '../../e2e/shopper';
import { ROUTES } from '../../src/testing/route-paths';
import { OFFICE_SCREENS } from './office-screens';

export type Screen = {
  name: string;
  /** Path without the language, or a function that first creates what the screen shows. */
  path: string | ((page: Page) => Promise<string>);
  /** Takes the whole page instead of the window. */
  isWhole?: boolean;
  /** Signs in, or fills a cart. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Opens what the screen shows. Buttons are found by their icons, because their labels are translated. */
  act?: (page: Page) => Promise<void>;
  /** Minimum or maximum width at which the screen exists. */
  from?: number;
  to?: number;
};

const LAMP = new URL('../../../demo/media/products/804001.webp', import.meta.url).pathname;
const drawnWith = (page: Page, icon: string, within = 'body') =>
  page.locator(`${within} button:has(svg.lucide-${icon}):visible`).first();
const searchBox = (page: Page) => page.locator('header [role=combobox]');
const panel = async (page: Page, icon?: string) => {
  await page.locator('header button').first().click();
  if (icon) await drawnWith(page, icon, 'dialog[open] nav').click();
};

const SIGNED_IN: Screen[] = [
  { name: 'cart-full', path: '/cart', isWhole: true, prepare: withCart },
  { name: 'checkout-full', path: '/checkout', isWhole: true, prepare: withCart },
  { name: 'profile', path: '/account/profile', isWhole: true, prepare: withCart },
  { name: 'club-points', path: '/svnclub', isWhole: true, prepare: withCart },
  {
    name: 'orders',
    path: '/account/orders',
    prepare: async (page) => {
      await shopper(page);
      await placeOrder(page, 'cod');
    },
  },
  {
    name: 'order',
    isWhole: true,
    path: async (page) => {
      await shopper(page);
      return `/account/orders/${(await placeOrder(page, 'cod')).order_id}`;
    },
  },
  {
    name: 'pay',
    path: async (page) => {
      await shopper(page);
      return `/checkout/pay/${(await placeOrder(page, 'qr')).order_id}`;
    },
  },
  {
    name: 'chat',
    path: '',
    prepare: withConversation,
    act: async (page) => {
      await page.locator('.chat-launcher').click();
      const start = page.locator('dialog.chat button.w-full, dialog.chat main button').first();
      if (await start.isVisible().catch(() => false)) await start.click();
    },
  },
  { name: 'inbox', path: '/staff/chat', prepare: withInbox },
  {
    name: 'inbox-conversation',
    path: async (page) => `/staff/${await withInbox(page)}`,
  },
];

const OVERLAYS: Screen[] = [
  {
    name: 'category-menu',
    path: '',
    act: (page) => drawnWith(page, 'layout-grid').click(),
    from: 1024,
  },
  { name: 'panel', path: '', act: (page) => panel(page), to: 1023 },
  { name: 'panel-search', path: '', act: (page) => panel(page, 'search'), to: 1023 },
  { name: 'panel-settings', path: '', act: (page) => panel(page, 'settings'), to: 1023 },
  { name: 'languages', path: '', act: (page) => drawnWith(page, 'globe').click(), from: 1024 },
  {
    name: 'cart-drawer',
    path: '',
    prepare: withCart,
    act: (page) => drawnWith(page, 'shopping-cart', 'header').click(),
  },
  { name: 'wishlist-drawer', path: '', act: (page) => drawnWith(page, 'heart', 'header').click() },
  { name: 'trends', path: '', act: (page) => searchBox(page).click() },
  {
    name: 'suggestions',
    path: '',
    act: async (page) => {
      await searchBox(page).click();
      await searchBox(page).fill('ນ້ຳ');
      await page.waitForTimeout(1500);
    },
  },
  {
    name: 'image-search',
    path: '',
    act: (page) => drawnWith(page, 'scan-search', 'header').click(),
  },
  {
    name: 'image-search-crop',
    path: '',
    act: async (page) => {
      await drawnWith(page, 'scan-search', 'header').click();
      await page.locator('dialog[open] input[type=file]').first().setInputFiles(LAMP);
      await page.waitForTimeout(1500);
    },
  },
  { name: 'chat-welcome', path: '', act: (page) => page.locator('.chat-launcher').click() },
  {
    name: 'filters',
    path: '/shop',
    act: (page) => drawnWith(page, 'sliders-horizontal').click(),
    to: 1023,
  },
  { name: 'stores', path: '/#stores' },
];

const STATES: Screen[] = [
  { name: 'shop-category', path: '/shop?category=1', isWhole: true },
  { name: 'shop-search', path: '/shop?search=tile', isWhole: true },
  { name: 'shop-nothing', path: '/shop?search=qqqqxxxxzzzz' },
  { name: 'product-sold-out', path: '/shop/104001', isWhole: true },
  { name: 'product-sofa', path: '/shop/1203001', isWhole: true },
  { name: 'news-article', path: '/blogs/news/1', isWhole: true },
  { name: 'not-found', path: '/nowhere' },
  { name: 'offline', path: '/offline' },
];

const PAGES: Screen[] = ROUTES.map((path) => ({
  name: path === '/' ? 'home' : path.slice(1).replaceAll('/', '_'),
  path: path === '/' ? '' : path,
  isWhole: true,
}));

export const SCREENS = [...PAGES, ...STATES, ...OVERLAYS, ...SIGNED_IN, ...OFFICE_SCREENS];

async function withCart(page: Page): Promise<void> {
  await shopper(page, { 101002: 2, 1203001: 1 });
}

async function withConversation(page: Page): Promise<void> {
  await shopper(page);
  const words = ['ສະບາຍດີ, ມີສະຫວ່ານແບບນີ້ບໍ່?', 'Do you deliver to Pakse? https://heuan.example/x'];
  for (const [at, sms] of words.entries()) {
    await call(page, 'POST', '/api/auth/message', { sms, client_id: `shots-${at}` });
  }
}

/** Creates a conversation with an unread message, and signs a member of staff in. Returns the customer's id. */
async function withInbox(page: Page): Promise<string> {
  await withConversation(page);
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await signInAsStaff(page, 'Kham');
  return cookies.find(({ name }) => name === 'cus_id')?.value ?? '';
}
