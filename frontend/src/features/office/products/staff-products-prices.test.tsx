// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { jsonResponse, problemResponse } from '@/testing/fake-shop';
import {
  NONE_SKIPPED,
  productChange,
  staffProduct,
  staffProductDetail,
} from '@/testing/staff-product';
import {
  LIST,
  openProducts,
  prepareProductsPage,
  row,
  table,
  undoIn,
} from '@/testing/staff-products-page';

prepareProductsPage();

it('price is edited in its cell: Escape restores, Enter saves, and it can be undone', async () => {
  const saved = staffProductDetail({ version: 4, price: 59_500 });
  const { sent } = await openProducts('/staff/products', {
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
  const { sent } = await openProducts('/staff/products', {
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
  const { sent } = await openProducts('/staff/products', {
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

it('superseded change shows a message instead of an undo', async () => {
  await openProducts('/staff/products', {
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

it('price 0 in a cell and a new product for ₭0 need a confirmation', async () => {
  const { sent } = await openProducts('/staff/products', {
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

it('question about the price of a hidden product says when shoppers see it', async () => {
  const hidden = [staffProduct({ visible: false })];
  await openProducts('/staff/products', {}, () => hidden);
  await userEvent.click(await screen.findByRole('button', { name: /^Portland cement: price/ }));
  const field = screen.getByLabelText('Price of Portland cement');
  await userEvent.clear(field);
  await userEvent.type(field, '0{Enter}');
  const question = within(
    await screen.findByRole('dialog', { name: 'Sell Portland cement for ₭0?' }),
  );
  question.getByText(/^The product is hidden\. When it is shown again, the shop shows ₭0/);
});
