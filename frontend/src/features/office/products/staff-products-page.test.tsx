// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { Toasts } from '@/shared/ui/Toasts';
import { fakeApi, jsonResponse, problemResponse, type RecordedRequest } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import {
  NONE_SKIPPED,
  productChange,
  staffProduct,
  staffProductDetail,
  TAXONOMY,
} from '@/testing/staff-product';
import type { BulkResult, StaffProduct } from '../staff-product-types';
import { productSavedViews } from './product-views';
import { StaffProductsPage } from './StaffProductsPage';

const LIST = '/api/staff/products';
const SECOND = { pro_id: 101003, pro_name_en: 'White cement', price: 72_000, stock: 3 };
const both = () => [staffProduct(), staffProduct(SECOND)];

beforeEach(() => {
  localStorage.clear();
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});

type Answers = Parameters<typeof fakeApi>[0];

async function open(at: string, answers: Answers = {}, products: () => StaffProduct[] = both) {
  const requests = fakeApi({
    ...TAXONOMY,
    [`GET ${LIST}`]: () =>
      Response.json({
        success: true,
        data: products(),
        next_cursor: 'NEXT',
        total: 120,
        low_stock: 5,
      }),
    ...answers,
  });
  const { router } = await renderPage({
    path: '/staff/products',
    at,
    page: () => (
      <>
        <StaffProductsPage />
        <Toasts />
      </>
    ),
    leadsTo: ['/staff/products/$proId'],
  });
  const isList = ({ path, url }: RecordedRequest) =>
    path === LIST && !url.includes('limit=1&') && !/limit=1$/.test(url);
  return {
    address: () => router.state.location.searchStr,
    lists: () => requests.filter(isList).map(({ url }) => url),
    sent: () => requests.filter(({ method }) => method !== 'GET'),
  };
}

/** Clicks the undo button of a toast. Toasts of earlier tests may still be visible. */
async function undoIn(text: string) {
  const message = (await screen.findByText(text)).closest<HTMLElement>('[data-toast]');
  await userEvent.click(within(message as HTMLElement).getByRole('button', { name: 'Undo' }));
}

const table = () => within(screen.getByRole('table'));
const row = (name: string) => {
  const found = table().getByRole('link', { name }).closest('tr');
  if (!found) throw new Error(`no row ${name}`);
  return within(found);
};

it('list is requested with the filters of the URL, and a view sets two filters', async () => {
  const { lists } = await open('/staff/products?stock=low&visibility=visible&brand=Kaenlek');
  await screen.findByRole('table');
  expect(lists()).toEqual([`${LIST}?brand=Kaenlek&limit=50&stock=low&visibility=visible`]);
  const view = screen.getByRole('link', { name: /^Running low/ });
  expect(view.getAttribute('aria-current')).toBe('page');
  await waitFor(() => expect(view.textContent).toBe('Running low120'));
});

it('row has name, code, stock, price and state', async () => {
  await open('/staff/products');
  await screen.findByRole('table');
  const text = row('White cement').getByRole('link').closest('tr')?.textContent;
  for (const part of ['White cement', '101003 · bag · Kaenlek', '3 left', '₭72,000', 'On sale']) {
    expect(text).toContain(part);
  }
});

it('sort order and page are in the URL', async () => {
  const { address } = await open('/staff/products?brand=Kaenlek');
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
  await waitFor(() => expect(address()).toBe('?brand=Kaenlek&cursor=NEXT&page=2'));
  await userEvent.click(table().getByRole('button', { name: 'Stock' }));
  await waitFor(() => expect(address()).toBe('?brand=Kaenlek&sort=stock_desc'));
});

it('price is edited in its cell: Escape restores, Enter saves, and it can be undone', async () => {
  const saved = staffProductDetail({ version: 4, price: 59_500 });
  const { sent } = await open('/staff/products', {
    [`PATCH ${LIST}/101002`]: () => jsonResponse(saved),
    [`POST ${LIST}/changes/C1/undo`]: () =>
      jsonResponse({
        change_id: 'C2',
        undone: 1,
        ...NONE_SKIPPED,
        product: staffProductDetail({ version: 5 }),
      }),
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Portland cement: price/ }));
  await userEvent.type(screen.getByLabelText('Price of Portland cement'), '1{Escape}');
  expect(sent()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  const field = screen.getByLabelText('Price of Portland cement');
  await userEvent.clear(field);
  await userEvent.type(field, '59.5{Enter}');
  expect(screen.getByRole('alert').textContent).toContain('whole kip');
  await userEvent.clear(field);
  await userEvent.type(field, '59,500{Enter}');
  await screen.findByRole('button', { name: 'Portland cement: price ₭59,500, edit' });
  expect(sent().map(({ body }) => body)).toEqual([{ version: 3, price: 59_500 }]);
  await undoIn('Portland cement: ₭59,500');
  await waitFor(() => expect(sent()[1]?.body).toEqual({ pro_id: 101002 }));
});

it('price changed by another person is shown, and typed text is kept', async () => {
  const theirs = staffProductDetail({ version: 4, price: 61_000 });
  const answers = [
    () => problemResponse(409, { reason: 'product_changed', product: theirs }),
    () => jsonResponse(staffProductDetail({ version: 5, price: 59_000 })),
  ];
  const { sent } = await open('/staff/products', {
    [`PATCH ${LIST}/101002`]: () => answers.shift()?.() ?? problemResponse(500),
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Portland cement: price/ }));
  const field = screen.getByLabelText<HTMLInputElement>('Price of Portland cement');
  await userEvent.clear(field);
  await userEvent.type(field, '59000{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('₭61,000');
  expect(field.value).toBe('59000');
  await userEvent.type(field, '{Enter}');
  await screen.findByRole('button', { name: 'Portland cement: price ₭59,000, edit' });
  expect(sent().map(({ body }) => body)).toEqual([
    { version: 3, price: 59_000 },
    { version: 4, price: 59_000 },
  ]);
});

it('stock adjustment shows its result, and damage requires a reason', async () => {
  const { sent } = await open('/staff/products', {
    [`POST ${LIST}/101002/stock`]: () =>
      jsonResponse(staffProductDetail({ version: 4, on_hand: 20, stock: 18 })),
  });
  await screen.findByRole('table');
  await userEvent.click(row('Portland cement').getByRole('button', { name: /: stock 20, adjust/ }));
  const form = within(table().getByLabelText('Units').closest('form') as HTMLElement);
  await userEvent.click(form.getByRole('button', { name: 'Damaged' }));
  await userEvent.type(form.getByLabelText('Units'), '2');
  expect(form.getByRole('status').textContent).toBe('22 → 20');
  await userEvent.type(form.getByLabelText('Units'), '{Enter}');
  expect((await form.findByRole('alert')).textContent).toBe('Please write the reason');
  expect(sent()).toEqual([]);
  await userEvent.type(form.getByLabelText('Reason'), 'Broken{Enter}');
  await row('Portland cement').findByRole('button', { name: /: stock 18, adjust/ });
  expect(sent().map(({ body }) => body)).toEqual([
    { kind: 'damage', quantity: 2, reason: 'Broken' },
  ]);
});

const bulkResult = (isDryRun: boolean): BulkResult => ({
  dry_run: isDryRun,
  change_id: isDryRun ? null : 'B1',
  preview_id: isDryRun ? 'P1' : null,
  matched: 1_203,
  changed: 2,
  unchanged: 0,
  products: both().map((product) => ({
    ...product,
    before: product.price,
    after: (product.price ?? 0) + 2_000,
    difference: 2_000,
  })),
  truncated: false,
  // The list of skipped products ends, their number does not.
  skipped: [{ pro_id: 7, reason: 'no_price' }],
  skipped_counts: [{ reason: 'no_price', count: 1_201 }],
  halved: 0,
  halved_hidden: 0,
  reductions_ended: 1_100,
});

it('bulk change of prices is previewed, applied and undone as a whole', async () => {
  const { sent } = await open('/staff/products?brand=Kaenlek', {
    [`POST ${LIST}/bulk`]: ({ body }) =>
      jsonResponse(bulkResult((body as { dry_run: boolean }).dry_run)),
    [`POST ${LIST}/changes/B1/undo`]: () =>
      jsonResponse({ change_id: 'B2', undone: 2, ...NONE_SKIPPED, product: null }),
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await userEvent.click(screen.getByRole('button', { name: 'Select all 120' }));
  const bar = within(screen.getByRole('region', { name: 'With the selection' }));
  bar.getByText('120 selected');
  await userEvent.click(bar.getByRole('button', { name: 'Price…' }));
  const panel = within(screen.getByRole('region', { name: 'Change 120 products' }));
  await userEvent.type(panel.getByLabelText('Change by'), '+3');
  const preview = (await panel.findByText('Portland cement')).closest('li');
  expect(preview?.textContent).toBe('Portland cement₭58,000→₭60,000+₭2,000');
  panel.getByText('1,201 products have no price and stay.');
  panel.getByText('1,100 products are no longer reduced afterwards.');
  const apply = panel.getByRole('button', { name: 'Change 2 products' });
  const request = {
    filter: { brand: 'Kaenlek' },
    change: { price: { by_percent: 3, round_to: 500 } },
  };
  expect(sent().map(({ body }) => body)).toEqual([{ ...request, dry_run: true }]);
  await userEvent.click(apply);
  await screen.findByText('2 products changed');
  screen.getByText('1,201 products were left out.');
  expect(sent()[1]?.body).toEqual({ ...request, dry_run: false, preview_id: 'P1' });
  await undoIn('2 products changed');
  await screen.findByText('Undone for 2 products');
  expect(sent()[2]?.path).toBe(`${LIST}/changes/B1/undo`);
  expect(sent()[2]?.body).toEqual({});
});

it.each([
  ['/staff/products', 'Select all 120', { all: true }],
  ['/staff/products?search=cement', 'Select all 120 products of this search', { search: 'cement' }],
])('everything that %s lists is hidden at once', async (at, label, filter) => {
  const { sent } = await open(at, {
    [`POST ${LIST}/bulk`]: () => jsonResponse(bulkResult(false)),
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await userEvent.click(screen.getByRole('button', { name: label }));
  const bar = within(screen.getByRole('region', { name: 'With the selection' }));
  await userEvent.click(bar.getByRole('button', { name: 'Hide' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toMatchObject({ filter, change: { visible: false } });
});

it('more products than a change takes cannot be selected at once', async () => {
  const { sent } = await open('/staff/products?search=cement', {
    [`GET ${LIST}`]: () =>
      Response.json({
        success: true,
        data: both(),
        next_cursor: 'NEXT',
        total: 21_000,
        low_stock: 5,
        truncated: true,
      }),
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await screen.findByText(/A change takes at most 20,000 products/);
  expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull();
  expect(sent()).toEqual([]);
});

it('bulk change without a response keeps its key, and the latest changes can be undone', async () => {
  const answers = [() => problemResponse(503), () => jsonResponse(bulkResult(false))];
  const { sent } = await open('/staff/products?brand=Kaenlek', {
    [`POST ${LIST}/bulk`]: ({ body }) =>
      (body as { dry_run: boolean }).dry_run
        ? jsonResponse(bulkResult(true))
        : (answers.shift()?.() ?? problemResponse(500)),
    [`GET ${LIST}/changes`]: () =>
      Response.json({
        success: true,
        data: [productChange({ change_id: 'B0', kind: 'bulk', product_count: 40, fields: [] })],
        next_cursor: null,
      }),
    [`POST ${LIST}/changes/B0/undo`]: () =>
      jsonResponse({
        change_id: 'B2',
        undone: 40,
        skipped: [
          { pro_id: 7, field: 'price', reason: 'changed_since' },
          { pro_id: 8, field: 'prog_id', reason: 'former_value_removed' },
        ],
        skipped_count: 1_300,
        removed_count: 1,
        product: null,
      }),
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await userEvent.click(screen.getByRole('button', { name: 'Price…' }));
  const latest = within(
    await screen.findByRole('region', { name: 'Latest changes of many products' }),
  );
  await userEvent.click(latest.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Undone for 40 products');
  screen.getByText(
    '1,299 values have been changed again since and stay. 1 value stays because its former group, category or image was removed.',
  );
  await userEvent.type(screen.getByLabelText('Change by'), '+3');
  await userEvent.click(await screen.findByRole('button', { name: 'Change 2 products' }));
  await screen.findByText('That did not work');
  await userEvent.click(await screen.findByRole('button', { name: 'Change 2 products' }));
  await screen.findByText('2 products changed');
  const keys = sent()
    .filter(({ body }) => (body as { dry_run?: boolean }).dry_run === false)
    .map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

it('shortcuts move, select, open a cell and hide the selection', async () => {
  const { sent } = await open('/staff/products', {
    [`POST ${LIST}/bulk`]: () => jsonResponse({ ...bulkResult(false), products: [] }),
  });
  await screen.findByRole('table');
  await userEvent.keyboard('jjx');
  expect(screen.getByText('1 selected')).toBeDefined();
  await userEvent.keyboard('e');
  expect(document.activeElement).toBe(screen.getByLabelText('Price of White cement'));
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }));
  await waitFor(() =>
    expect(sent()[0]?.body).toEqual({
      pro_ids: [101003],
      change: { visible: false },
      dry_run: false,
    }),
  );
});

it('superseded change shows a message instead of an undo', async () => {
  await open('/staff/products', {
    [`PATCH ${LIST}/101002`]: () =>
      jsonResponse(staffProductDetail({ version: 4, price: 60_000, ledger: [productChange()] })),
    [`POST ${LIST}/changes/C1/undo`]: () => problemResponse(409, { reason: 'change_superseded' }),
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Portland cement: price/ }));
  const field = screen.getByLabelText('Price of Portland cement');
  await userEvent.clear(field);
  await userEvent.type(field, '60000{Enter}');
  await undoIn('Portland cement: ₭60,000');
  await screen.findByText('All of it has been changed again since.');
});

it('search without a match says how to continue', async () => {
  const { address } = await open('/staff/products?search=nothing&stock=out', {}, () => []);
  await screen.findByRole('heading', { name: 'No product found' });
  await userEvent.click(screen.getByRole('button', { name: 'Clear all filters' }));
  await screen.findByRole('heading', { name: 'No products yet' });
  expect(address()).toBe('');
});

it('failed list shows an error and can be retried', async () => {
  let fails = true;
  await open('/staff/products', {
    [`GET ${LIST}`]: () =>
      fails
        ? problemResponse(400, { code: 'invalid_argument' })
        : Response.json({
            success: true,
            data: both(),
            next_cursor: null,
            total: 2,
            low_stock: 5,
          }),
  });
  await screen.findByRole('heading', { name: 'The list could not be loaded' });
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('table');
});

it('optional columns of products are shown beside the name', async () => {
  await open('/staff/products');
  await screen.findByRole('table');
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  const menu = within(screen.getByRole('list', { name: 'Columns' }));
  for (const name of ['Location', 'Barcode, SKU', 'VAT in percent', 'Group', 'Before reduction']) {
    await userEvent.click(menu.getByRole('checkbox', { name }));
  }
  const names = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(names.slice(2)).toEqual([
    'Stock',
    'Price',
    'State',
    'Location',
    'Barcode, SKU',
    'VAT in percent',
  ]);
  const cells = row('Portland cement').getAllByRole('cell').slice(-3);
  expect(cells.map(({ textContent }) => textContent)).toEqual(['A3-12', '8850000000017', '10%']);
  await userEvent.click(screen.getByRole('button', { name: 'Back to the usual columns' }));
  expect(screen.queryByRole('columnheader', { name: 'Location' })).toBeNull();
});

it('location of the selected products is changed after a preview', async () => {
  const change = (change_id: string | null): BulkResult => ({
    dry_run: change_id === null,
    change_id,
    matched: 1,
    changed: 1,
    preview_id: change_id === null ? 'P1' : null,
    unchanged: 0,
    products: [{ ...staffProduct(), before: 'A3-12', after: 'B7', difference: null }],
    truncated: false,
    skipped: [],
    skipped_counts: [],
    halved: 0,
    halved_hidden: 0,
    reductions_ended: 0,
  });
  const { sent } = await open('/staff/products', {
    [`POST ${LIST}/bulk`]: ({ body }) =>
      jsonResponse(change((body as { dry_run: boolean }).dry_run ? null : 'C9')),
  });
  await screen.findByRole('table');
  await userEvent.click(row('Portland cement').getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Location…' }));
  await userEvent.type(screen.getByLabelText('New location'), 'B7');
  await screen.findByText('B7');
  await userEvent.click(screen.getByRole('button', { name: 'Change 1 product' }));
  await waitFor(() =>
    expect(sent().at(-1)?.body).toEqual({
      pro_ids: [101002],
      change: { location: 'B7' },
      dry_run: false,
      preview_id: 'P1',
    }),
  );
});

it('filtered list of products is saved as a view with its count and columns, and removed', async () => {
  Element.prototype.scrollTo = () => {};
  const { address } = await open('/staff/products?brand=Kaenlek&page=2&cursor=NEXT');
  await screen.findByRole('table');
  await userEvent.click(screen.getByRole('button', { name: 'Save view' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Save this list as a view' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name of the view' }), 'Kaenlek{Enter}');
  const tab = await screen.findByRole('link', { name: /^Kaenlek/ });
  await waitFor(() => expect(tab.textContent).toBe('Kaenlek120'));
  expect(tab.getAttribute('aria-current')).toBe('page');
  const all = screen.getByRole('link', { name: /^All/ });
  expect(all.getAttribute('aria-current')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  screen.getByText('Kept in the view Kaenlek');
  const menu = within(screen.getByRole('list', { name: 'Columns' }));
  await userEvent.click(menu.getByRole('checkbox', { name: 'Location' }));
  await userEvent.click(all);
  await waitFor(() => expect(address()).toBe(''));
  expect(screen.queryByRole('columnheader', { name: 'Location' })).toBeNull();
  await userEvent.click(tab);
  await waitFor(() => expect(address()).toBe('?brand=Kaenlek'));
  expect(screen.getByRole('columnheader', { name: 'Location' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Remove the view Kaenlek' }));
  expect(screen.queryByRole('link', { name: /^Kaenlek/ })).toBeNull();
  expect(screen.queryByRole('columnheader', { name: 'Location' })).toBeNull();
});

it('name of a saved view is replaced, and a thirteenth view is refused', async () => {
  for (let number = 1; number <= 12; number += 1) {
    productSavedViews.save(`View ${number}`, { category: number });
  }
  await open('/staff/products?brand=Kaenlek');
  await screen.findByRole('table');
  await userEvent.click(screen.getByRole('button', { name: 'Save view' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Save this list as a view' }));
  const field = dialog.getByRole('textbox', { name: 'Name of the view' });
  await userEvent.type(field, 'Another{Enter}');
  dialog.getByText('There is no room for another view. Remove one first');
  await userEvent.clear(field);
  await userEvent.type(field, 'View 3');
  dialog.getByText('Replaces the view of this name.');
  await userEvent.type(field, '{Enter}');
  const tab = await screen.findByRole('link', { name: /^View 3/ });
  expect(tab.getAttribute('aria-current')).toBe('page');
  expect(productSavedViews.store.current()).toHaveLength(12);
});

it('new product is created with its key and opened', async () => {
  const answers = [
    () => problemResponse(400, { reason: 'taken', field: 'pro_id' }),
    () => jsonResponse(staffProductDetail({ pro_id: 12 }), 201),
  ];
  const { sent } = await open('/staff/products', {
    [`POST ${LIST}`]: () => answers.shift()?.() ?? problemResponse(500),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'New product' }));
  const dialog = within(screen.getByRole('dialog', { name: 'New product' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  expect(sent()).toEqual([]);
  await userEvent.type(dialog.getAllByLabelText(/^Name/)[1] as HTMLElement, 'Roller');
  await userEvent.type(dialog.getByLabelText('Price'), '45,000');
  await userEvent.type(dialog.getByLabelText(/^Product number/), '7');
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  await dialog.findByText('Another product has this number');
  await userEvent.clear(dialog.getByLabelText(/^Product number/));
  await userEvent.selectOptions(dialog.getByLabelText('Category'), 'Tiles');
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  await screen.findByRole('heading', { name: 'at /staff/products/$proId' });
  expect(sent()[1]?.body).toEqual({
    pro_name_en: 'Roller',
    price: 45_000,
    cat_id: 2,
    visible: false,
  });
  expect(sent()[1]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
});

it('price 0 in a cell and a new product for ₭0 need a confirmation', async () => {
  const { sent } = await open('/staff/products', {
    [`PATCH ${LIST}/101002`]: () => jsonResponse(staffProductDetail({ version: 4, price: 0 })),
    [`POST ${LIST}`]: () => jsonResponse(staffProductDetail({ pro_id: 12 }), 201),
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Portland cement: price/ }));
  const field = screen.getByLabelText('Price of Portland cement');
  await userEvent.clear(field);
  await userEvent.type(field, '0{Enter}');
  const question = within(
    await screen.findByRole('dialog', { name: 'Sell Portland cement for ₭0?' }),
  );
  expect(sent()).toEqual([]);
  await userEvent.click(question.getByRole('button', { name: 'Sell it for ₭0' }));
  await waitFor(() => expect(sent()[0]?.body).toEqual({ version: 3, price: 0 }));

  await userEvent.click(screen.getByRole('button', { name: 'New product' }));
  const dialog = within(screen.getByRole('dialog', { name: 'New product' }));
  await userEvent.type(dialog.getAllByLabelText(/^Name/)[1] as HTMLElement, 'Roller');
  await userEvent.type(dialog.getByLabelText('Price'), '0');
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  await dialog.findByText(/shoppers can order it without paying/);
  expect(sent()).toHaveLength(1);
  await userEvent.click(dialog.getByRole('button', { name: 'Sell it for ₭0' }));
  await waitFor(() => expect(sent()).toHaveLength(2));
});

it('bulk change that halves prices asks first, and its preview has the order of the list', async () => {
  const row = (pro_id: number, name: string, before: number, after: number) => ({
    ...staffProduct({ pro_id, pro_name_en: name }),
    before,
    after,
    difference: after - before,
  });
  const result = {
    ...bulkResult(true),
    halved: 1_500,
    halved_hidden: 1,
    products: [
      row(101003, 'White cement', 72_000, 30_000),
      row(101002, 'Portland cement', 58_000, 29_000),
    ],
  };
  const { sent } = await open('/staff/products', {
    [`POST ${LIST}/bulk`]: () => jsonResponse(result),
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await userEvent.click(screen.getByRole('button', { name: 'Price…' }));
  const panel = within(screen.getByRole('region', { name: 'Change 2 products' }));
  await userEvent.type(panel.getByLabelText('Change by'), '-50');
  await panel.findByText('The prices of 1,499 products fall by more than half.');
  panel.getByText('The price of 1 hidden product falls by more than half.');
  const names = [...document.querySelectorAll('[data-preview]')].map((row) =>
    row.getAttribute('data-preview'),
  );
  expect(names).toEqual(['101002', '101003']);
  await userEvent.click(panel.getByRole('button', { name: 'Change 2 products' }));
  const question = within(
    await screen.findByRole('dialog', { name: 'Lower 1,500 prices by more than half?' }),
  );
  question.getByText(/^1 of these products is hidden: shoppers pay its new price when it is shown/);
  expect(sent()).toHaveLength(1);
  await userEvent.click(question.getByRole('button', { name: 'Lower the prices' }));
  await waitFor(() => expect(sent()[1]?.body).toMatchObject({ dry_run: false }));
});

it('Escape closes the question about halved prices, and the panel only once it is closed', async () => {
  const result = { ...bulkResult(true), halved: 2, halved_hidden: 2 };
  const { sent } = await open('/staff/products', {
    [`POST ${LIST}/bulk`]: () => jsonResponse(result),
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await userEvent.click(screen.getByRole('button', { name: 'Price…' }));
  const panel = within(screen.getByRole('region', { name: 'Change 2 products' }));
  await userEvent.type(panel.getByLabelText('Change by'), '-60');
  const apply = await panel.findByRole('button', { name: 'Change 2 products' });
  await userEvent.click(apply);
  const question = await screen.findByRole<HTMLDialogElement>('dialog', {
    name: 'Lower 2 prices by more than half?',
  });
  within(question).getByText(/^These products are hidden: shoppers pay their new prices when/);
  fireEvent.keyDown(within(question).getByRole('button', { name: 'No, go back' }), {
    key: 'Escape',
  });
  // Browsers close the dialog by themselves.
  fireEvent(question, new Event('close'));
  await waitFor(() => expect(question.open).toBe(false));
  screen.getByRole('region', { name: 'Change 2 products' });
  fireEvent.keyDown(apply, { key: 'Escape' });
  expect(screen.queryByRole('region', { name: 'Change 2 products' })).toBeNull();
  expect(sent()).toHaveLength(1);
});

it('question about the price of a hidden product says when shoppers see it', async () => {
  const hidden = [staffProduct({ visible: false })];
  await open('/staff/products', {}, () => hidden);
  await userEvent.click(await screen.findByRole('button', { name: /^Portland cement: price/ }));
  const field = screen.getByLabelText('Price of Portland cement');
  await userEvent.clear(field);
  await userEvent.type(field, '0{Enter}');
  const question = within(
    await screen.findByRole('dialog', { name: 'Sell Portland cement for ₭0?' }),
  );
  question.getByText(/^The product is hidden\. When it is shown again, the shop shows ₭0/);
});
