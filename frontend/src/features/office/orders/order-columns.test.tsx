// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApi } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { orderSummary } from '@/testing/staff-order';
import { setBrowserColumns } from '../columns/column-store';
import type { StaffOrderSummary } from '../staff-order-types';
import { orderSavedViews } from './order-saved-views';
import { StaffOrdersPage } from './StaffOrdersPage';

const LIST = '/api/staff/orders';
const USUAL = ['Customer', 'Delivery', 'Items', 'Total', 'Payment', 'State', 'Working'];

beforeEach(() => {
  Element.prototype.scrollTo = () => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});

afterEach(() => {
  setBrowserColumns('orders', undefined);
  orderSavedViews.remove('Dongdok');
});

async function open(at = '/staff/orders', order: Partial<StaffOrderSummary> = {}) {
  fakeApi({
    [`GET ${LIST}`]: () =>
      Response.json({ success: true, data: [orderSummary(order)], next_cursor: null, total: 1 }),
  });
  await renderPage({
    path: '/staff/orders',
    at,
    page: () => <StaffOrdersPage />,
    leadsTo: ['/staff/orders/$orderId', '/staff/orders/print'],
  });
  await screen.findByRole('table');
}

/** Columns after the checkbox and the number. */
const headers = () =>
  screen
    .getAllByRole('columnheader')
    .slice(2)
    .map(({ textContent }) => textContent);
const openMenu = () => userEvent.click(screen.getByRole('button', { name: 'Columns' }));
const box = (name: string) =>
  within(screen.getByRole('list', { name: 'Columns' })).getByRole<HTMLInputElement>('checkbox', {
    name,
  });
const stored = () => localStorage.getItem('heuan_staff_columns');

it('columns are shown and hidden, except the number', async () => {
  await open();
  expect(headers()).toEqual(USUAL);
  await openMenu();
  expect([box('Number').checked, box('Number').disabled]).toEqual([true, true]);
  await userEvent.click(box('Phone'));
  await userEvent.click(box('Items'));
  expect(headers()).toEqual([...USUAL.filter((name) => name !== 'Items'), 'Phone']);
  expect(JSON.parse(stored() ?? '').orders).toContain('phone');
  await userEvent.click(screen.getByRole('button', { name: 'Back to the usual columns' }));
  expect(headers()).toEqual(USUAL);
  expect(stored()).toBe('{}');
});

it('column is moved with the keyboard, which stays on its button', async () => {
  await open();
  await openMenu();
  const forward = () => screen.getByRole('button', { name: 'Move Total forward' });
  forward().focus();
  await userEvent.keyboard('{Enter}');
  expect(headers().slice(0, 4)).toEqual(['Customer', 'Delivery', 'Total', 'Items']);
  await waitFor(() => expect(document.activeElement).toBe(forward()));
  screen.getByText('Total: place 3 of 7');
  await userEvent.keyboard('{Enter}{Enter}{Enter}');
  expect(headers()[0]).toBe('Total');
  expect(forward().getAttribute('aria-disabled')).toBe('true');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('list', { name: 'Columns' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Columns' }));
});

it('focus stays on the column that is hidden or shown, and on the button that resets them', async () => {
  await open();
  await openMenu();
  box('Items').focus();
  await userEvent.keyboard(' ');
  await waitFor(() => expect(document.activeElement).toBe(box('Items')));
  expect(box('Items').checked).toBe(false);
  await userEvent.keyboard(' ');
  await waitFor(() => expect(document.activeElement).toBe(box('Items')));
  expect(headers().at(-1)).toBe('Items');
  const reset = screen.getByRole('button', { name: 'Back to the usual columns' });
  reset.focus();
  await userEvent.keyboard('{Enter}');
  expect(headers()).toEqual(USUAL);
  expect(document.activeElement).toBe(reset);
  expect(reset.getAttribute('aria-disabled')).toBe('true');
});

it('focus is on the filter again after a choice, and after the filter is cleared', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Delivery' }));
  await userEvent.click(screen.getByRole('button', { name: 'Pick-up' }));
  const filter = await screen.findByRole('button', { name: 'Delivery: Pick-up' });
  expect(document.activeElement).toBe(filter);
  await userEvent.click(screen.getByRole('button', { name: /^Clear.*Delivery/ }));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delivery' })),
  );
});

it('view keeps its own columns beside those of the browser', async () => {
  act(() => orderSavedViews.save('Dongdok', { search: 'dongdok' }));
  await open('/staff/orders?search=dongdok');
  await openMenu();
  screen.getByText('Kept in the view Dongdok');
  await userEvent.click(box('Branch'));
  expect(headers()).toEqual([...USUAL, 'Branch']);
  expect(stored() ?? '{}').toBe('{}');
  expect(JSON.parse(localStorage.getItem('heuan_staff_views') ?? '')[0].columns).toContain(
    'branch',
  );
  await userEvent.click(screen.getByRole('link', { name: /^To confirm/ }));
  await waitFor(() => expect(headers()).toEqual(USUAL));
});

it('optional columns have phone, district, points, due amount and note', async () => {
  setBrowserColumns('orders', ['phone', 'province', 'branch', 'points', 'due', 'note']);
  await open('/staff/orders', { received: 400_000, points_used: 10 });
  const [, , ...cells] = within(screen.getByRole('table')).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    '020 5555 0123',
    'VientianeXaythany',
    '—',
    '+4−10',
    '₭64,000',
    'Blue fence',
  ]);
});

/** Width of the list in a window of 1440 pixels, beside the menu and a scrollbar. */
const LIST_WIDTH = 1440 - 216 - 15;

it('usual columns fit into a window of 1440 pixels, and narrower ones scroll', async () => {
  await open('/staff/orders', { delivery: { ...orderSummary().delivery, method: 'pickup' } });
  const width = Number.parseInt(screen.getByRole('table').style.minWidth, 10);
  expect(width).toBeGreaterThan(1000);
  expect(width).toBeLessThanOrEqual(LIST_WIDTH);
});

it('pick-up shows its branch in full, with the method below', async () => {
  const delivery = {
    ...orderSummary().delivery,
    method: 'pickup',
    branch_name_la: 'ສາຂາໃຫຍ່',
    branch_name_en: 'Vientiane Head Office',
    note: '',
  } as const;
  await open('/staff/orders', { delivery });
  const [, , , cell] = within(screen.getByRole('table')).getAllByRole('cell');
  expect(cell?.textContent).toBe('Vientiane Head OfficePick-up');
});
