// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { jsonResponse, problemResponse } from '@/testing/fake-shop';
import { NONE_SKIPPED, productChange, staffProduct } from '@/testing/staff-product';
import {
  both,
  bulkResult,
  LIST,
  openProducts,
  prepareProductsPage,
  row,
  undoIn,
} from '@/testing/staff-products-page';
import type { BulkResult } from '../staff-product-types';

prepareProductsPage();

it('bulk change of prices is previewed, applied and undone as a whole', async () => {
  const { sent } = await openProducts('/staff/products?brand=Kaenlek', {
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
  const { sent } = await openProducts(at, {
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
  const { sent } = await openProducts('/staff/products?search=cement', {
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
  const { sent } = await openProducts('/staff/products?brand=Kaenlek', {
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
  const { sent } = await openProducts('/staff/products', {
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
  const { sent } = await openProducts('/staff/products', {
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
  const { sent } = await openProducts('/staff/products', {
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
  const { sent } = await openProducts('/staff/products', {
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
