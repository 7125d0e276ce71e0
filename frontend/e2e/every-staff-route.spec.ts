import { expect, type Page } from '@playwright/test';
import { axeViolationsOfMail } from './axe';
import { canMakeStaff, member } from './chat-helpers';
import { faultsOf, watchShifts } from './route-faults';
import { call, placeOrder, shopper } from './shopper';
import {
  contentRoutes,
  discardImport,
  exampleImports,
  longAuditLog,
  returnGoods,
} from './staff-examples';
import { test } from './test';

test.skip(!canMakeStaff, 'needs a shop it can make staff for');

const LANGUAGES = ['la', 'en'] as const;
const WIDTHS = { phone: [390], desktop: [1440] } as const;
const PRODUCT = 401011;

/** Every page of the back office, with an order, a returned one, a customer, a product, content and imports of the shop. */
async function staffRoutes(manager: Page, shopperPage: Page): Promise<string[]> {
  await shopper(shopperPage);
  const { order_id, number } = await placeOrder(shopperPage);
  const [{ b_id }] = await call(shopperPage, 'GET', '/api/v1/branch');
  const { cus_id } = await call(manager, 'GET', `/api/staff/orders/${order_id}`);
  const returned = await placeOrder(shopperPage);
  await returnGoods(manager, returned.order_id);
  return [
    '',
    '/chat',
    `/${cus_id}`,
    '/chat?view=replies',
    '/chat?view=broadcast',
    '/orders',
    '/orders?view=failed_delivery',
    `/orders/${order_id}`,
    '/orders/new',
    '/orders/transfers',
    '/orders?view=transfers',
    '/orders?view=due_today',
    '/orders?delivery_day=none',
    `/orders/print?doc=picking&orders=${order_id}`,
    `/orders/print?doc=picking&orders=${number}`,
    `/orders/print?doc=note&orders=${order_id}`,
    `/orders/print?doc=invoice&orders=${order_id}`,
    `/orders/${returned.order_id}`,
    `/orders/print?doc=refund&orders=${returned.order_id}`,
    `/orders/print?doc=credit&orders=${returned.order_id}`,
    '/products',
    `/products/${PRODUCT}`,
    '/content',
    '/content/hero~hero',
    '/content/menu~menu',
    '/content/messages~messages',
    '/content/categories~categories',
    '/content?kind=branch',
    `/content/branch~${b_id}`,
    '/content/branch~new',
    '/content/page~new',
    ...(await contentRoutes(manager)),
    '/imports',
    '/searches',
    '/searches?view=synonyms',
    '/searches?view=rules',
    '/customers',
    `/customers/${cus_id}`,
    '/people',
    '/audit',
    await longAuditLog(manager, PRODUCT),
    '/messages',
    '/outbox',
    '/outbox?state=not_configured',
    '/news',
    '/templates',
    '/templates?language=en&kind=order.ready',
    '/security',
  ];
}

/** Faults that axe finds in the mail that a page shows in a frame. The frame runs no scripts, so its document is opened as a page. */
async function faultsOfMail(manager: Page, path: string): Promise<string[]> {
  const frame = manager.locator('main iframe[srcdoc]');
  if ((await frame.count()) === 0) return [];
  const document = await frame.first().getAttribute('srcdoc');
  const mail = await manager.context().newPage();
  await mail.setContent(document ?? '');
  const found = await axeViolationsOfMail(mail, `the mail of ${path}`);
  await mail.close();
  return found;
}

for (const [project, widths] of Object.entries(WIDTHS)) {
  for (const width of widths) {
    for (const language of LANGUAGES) {
      test(`axe finds nothing on the staff’s pages in ${language} at ${width} px, nothing overflows or shifts, light and dark`, async ({
        page,
        browser,
      }, info) => {
        test.skip(info.project.name !== project, `${project} has this width`);
        test.setTimeout(900_000);
        const manager = await member(browser, 'Chantha');
        await manager.setViewportSize({ width, height: width < 768 ? 844 : 900 });
        await manager.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
        await watchShifts(manager);
        const found: string[] = [];
        const { faulty, ready } = await exampleImports(manager, PRODUCT);
        const imports = [`/imports?id=${faulty}`, `/imports?id=${ready}`];
        for (const path of [...(await staffRoutes(manager, page)), ...imports]) {
          found.push(...(await faultsOf(manager, `/${language}/staff${path}`)));
          found.push(...(await faultsOfMail(manager, path)));
        }
        await discardImport(manager, ready);
        expect(found).toEqual([]);
        await manager.context().close();
      });
    }
  }
}
