import { expect, type Page } from '@playwright/test';
import { call } from './shopper';

const IMPORTS = '/api/staff/imports';

/** Uploads a table of products, waits until it is checked, and returns the id of its import. */
async function checkedImport(editor: Page, table: string): Promise<string> {
  const body = { file_name: 'products.csv', bytes: Buffer.byteLength(table), replace: false };
  let id = '';
  // One import is checked at a time, and other tests import as well.
  await expect(async () => {
    id = (await call(editor, 'POST', IMPORTS, body)).import_id;
  }).toPass();
  const path = `${IMPORTS}/${id}`;
  await call(editor, 'PUT', `${path}/content?offset=0`, Buffer.from(table));
  await expect(async () => {
    await call(editor, 'POST', `${path}/check`);
  }).toPass();
  await expect(async () => {
    const { state } = (await call(editor, 'GET', path)).import;
    expect(['faulty', 'ready']).toContain(state);
  }).toPass();
  return id;
}

/** An import with faults, and one with a preview, which is to be discarded. */
export async function exampleImports(editor: Page, product: number) {
  const faulty = await checkedImport(
    editor,
    `pro_id,price,cat_id,pro_img_cover\n${product},58.000,,\n${product},-5,999999,https://x.example/a.png\n`,
  );
  const { price } = await call(editor, 'GET', `/api/staff/products/${product}`);
  const ready = await checkedImport(editor, `pro_id,price\n${product},${Number(price) + 500}\n`);
  return { faulty, ready };
}

/** More rows of an audit log than a screen shows. */
const MANY_ENTRIES = 15;

/** Previews a change many times, which changes nothing, and returns the address of the audit log with these entries. None has a link. */
export async function longAuditLog(editor: Page, product: number): Promise<string> {
  const preview = { pro_ids: [product], change: { visible: true }, dry_run: true };
  for (let count = 0; count < MANY_ENTRIES; count += 1) {
    await call(editor, 'POST', '/api/staff/products/bulk', preview);
  }
  return '/audit?search=bulk';
}

/** Discards an import that is not applied. */
export const discardImport = (editor: Page, id: string) =>
  call(editor, 'DELETE', `${IMPORTS}/${id}`);

/** Records that goods of an order were handed over and came back, so that its refund and credit notes are full. */
export async function returnGoods(clerk: Page, orderId: string): Promise<void> {
  const path = `/api/staff/orders/${orderId}`;
  const { version } = await call(clerk, 'GET', path);
  await call(clerk, 'POST', `${path}/actions`, { action: 'hand_over', version });
  const order = await call(clerk, 'GET', path);
  const [{ pro_id }] = order.lines;
  const lines = [{ pro_id, to_stock: 1, to_waste: 0 }];
  await call(clerk, 'POST', `${path}/actions`, {
    action: 'receive_return',
    version: order.version,
    reason: 'Damaged in delivery',
    lines,
  });
}

/** Addresses of the first promotion and the first banner of the shop. */
export async function contentRoutes(editor: Page): Promise<string[]> {
  const routes: string[] = [];
  for (const kind of ['promotion', 'banner']) {
    const items = await call(editor, 'GET', `/api/staff/content/${kind}`);
    expect(items.length, `the demo shop has a ${kind}`).toBeGreaterThan(0);
    routes.push(`/content/${kind}~${String(items[0].item_id).replaceAll('/', '~')}`);
  }
  return routes;
}
