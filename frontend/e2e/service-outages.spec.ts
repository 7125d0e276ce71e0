import { type BrowserContext, expect, type Page } from '@playwright/test';
import { chat } from './chat-helpers';
import { call, shopper } from './shopper';
import { test } from './test';

/** Stops each service in turn and checks what a shopper sees: the table "When a part is down" of docs/resilience.md. */
const SWITCH = process.env.SHOP_SWITCH;
/** A product in stock. */
const PRODUCT = 101002;

type Journey = {
  walk: (page: Page) => Promise<unknown>;
  /** Checks the page while all services are up. */
  whole: (page: Page) => Promise<void>;
  /** Checks the page while the service is down. */
  gone?: (page: Page) => Promise<void>;
};

let count = Math.floor(Date.now() / 1000) % 900_000;
/** A number not requested before, so that no response is cached. */
const unseen = () => {
  count += 1;
  return 1_000_000 + count;
};
const products: number[] = [];

const main = (page: Page) => page.getByRole('main');
const visible = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
const cards = (page: Page) => expect(page.locator('main article').first()).toBeVisible();
const wentWrong = async (page: Page) => {
  await visible(page, 'Something went wrong');
  await expect(main(page).getByRole('button', { name: 'Try again' })).toBeVisible();
};

const JOURNEYS: Record<string, Journey> = {
  home: { walk: (page) => page.goto('/en'), whole: cards },
  'list seen': { walk: (page) => page.goto('/en/shop?category=1'), whole: cards },
  'list unseen': {
    walk: (page) => page.goto(`/en/shop?category=1&max_price=${99_000_000 + unseen()}`),
    whole: cards,
    gone: wentWrong,
  },
  'product unseen': {
    walk: (page) => page.goto(`/en/shop/${products.pop()}`),
    whole: (page) =>
      expect(
        main(page)
          .getByRole('button', { name: /^Add to cart/ })
          .first(),
      ).toBeVisible(),
    gone: wentWrong,
  },
  search: {
    walk: (page) => page.goto(`/en/shop?search=tile&max_price=${99_000_000 + unseen()}`),
    whole: cards,
    gone: async (page) => {
      await visible(page, /Search is not working right now|Something went wrong/);
    },
  },
  'content page': {
    walk: (page) => page.goto('/en/about'),
    whole: (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
  },
  stores: {
    walk: (page) => page.goto('/en/contact-us'),
    whole: (page) => visible(page, /Vientiane/),
  },
  cart: {
    walk: (page) => page.goto('/en/cart'),
    whole: (page) => expect(main(page).getByRole('textbox', { name: 'Quantity' })).toBeVisible(),
  },
  orders: {
    walk: (page) => page.goto('/en/account/orders'),
    whole: (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
    gone: wentWrong,
  },
  checkout: {
    walk: (page) => page.goto('/en/checkout'),
    whole: (page) => expect(page.getByLabel('Province')).toBeVisible(),
    gone: (page) => visible(page, /Something went wrong/),
  },
  chat: {
    walk: async (page) => {
      await page.goto('/en/about');
      await page.getByRole('button', { name: /^Chat with the shop/ }).click();
    },
    whole: (page) =>
      expect(
        chat(page)
          .getByRole('button', { name: 'Start the chat' })
          .or(chat(page).getByRole('textbox')),
      ).toBeVisible(),
    gone: (page) => visible(page, /The chat is away for a moment|Something went wrong/),
  },
  bell: {
    walk: async (page) => {
      await page.goto('/en/about');
      await page.getByRole('button', { name: /^Notifications,/ }).click();
      const question = page.getByRole('button', { name: 'Only show the list' });
      const list = page.getByRole('dialog', { name: 'Notifications', exact: true });
      await expect(question.or(list)).toBeVisible();
      if (await question.isVisible()) await question.click();
    },
    whole: (page) => visible(page, 'No notifications yet'),
    gone: (page) => visible(page, 'Something went wrong'),
  },
};

const GONE: Record<string, string[]> = {
  'catalog-gateway': ['list unseen', 'product unseen', 'search'],
  'weather-branches': [],
  accounts: ['orders', 'checkout', 'chat', 'bell'],
  // The form fields are shown; the totals are not.
  orders: ['orders'],
  search: ['search'],
  'image-search': [],
  chat: ['chat'],
  notifications: ['bell'],
};

test.describe('one service is down', () => {
  test.skip(!SWITCH, 'needs a shop whose parts can be taken away');
  test.describe.configure({ mode: 'default', timeout: 240_000 });
  let context: BrowserContext;

  test.beforeAll(async ({ browser }) => {
    context = await browser.newContext({ baseURL: process.env.BASE_URL ?? '' });
    const page = await context.newPage();
    await shopper(page, { [PRODUCT]: 1 });
    const listed = await call(page, 'GET', '/api/v1/product?limit=50&category=3');
    for (const { pro_id } of listed) products.push(pro_id);
    for (const { walk, whole } of Object.values(JOURNEYS)) {
      await walk(page);
      await whole(page);
    }
    await page.close();
  });

  test.afterAll(() => context?.close());

  for (const [service, gone] of Object.entries(GONE)) {
    test(`${service}: the rest continues`, async () => {
      const page = await context.newPage();
      const turn = async (what: string) =>
        expect((await page.request.post(`${SWITCH}/${service}/${what}`)).status()).toBe(200);
      await turn('end');
      const wrong: string[] = [];
      try {
        for (const [name, { walk, whole, gone: reported }] of Object.entries(JOURNEYS)) {
          try {
            await walk(page);
            await (gone.includes(name) && reported ? reported(page) : whole(page));
          } catch (error) {
            wrong.push(`${name}: ${String(error).slice(0, 400)}`);
            await page.screenshot({ path: test.info().outputPath(`${name}.png`) });
          }
        }
      } finally {
        await turn('begin');
      }
      expect(wrong).toEqual([]);
      for (const { walk, whole } of gone.map((name) => JOURNEYS[name] as Journey)) {
        // The callers notice within seconds that the service is back.
        await expect(async () => {
          await walk(page);
          await whole(page);
        }).toPass();
      }
      await page.close();
    });
  }
});
