// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { jsonResponse, problemResponse } from '@/testing/fake-shop';
import { staffProductDetail } from '@/testing/staff-product';
import {
  both,
  LIST,
  openProducts,
  prepareProductsPage,
  row,
  table,
} from '@/testing/staff-products-page';
import { productSavedViews } from './product-views';

prepareProductsPage();

it('list is requested with the filters of the URL, and a view sets two filters', async () => {
  const { lists } = await openProducts(
    '/staff/products?stock=low&visibility=visible&brand=Kaenlek',
  );
  await screen.findByRole('table');
  expect(lists()).toEqual([`${LIST}?brand=Kaenlek&limit=50&stock=low&visibility=visible`]);
  const view = screen.getByRole('link', { name: /^Running low/ });
  expect(view.getAttribute('aria-current')).toBe('page');
  await waitFor(() => expect(view.textContent).toBe('Running low120'));
});

it('row has name, code, stock, price and state', async () => {
  await openProducts('/staff/products');
  await screen.findByRole('table');
  const text = row('White cement').getByRole('link').closest('tr')?.textContent;
  for (const part of ['White cement', '101003 · bag · Kaenlek', '3 left', '₭72,000', 'On sale']) {
    expect(text).toContain(part);
  }
});

it('sort order and page are in the URL', async () => {
  const { address } = await openProducts('/staff/products?brand=Kaenlek');
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
  await waitFor(() => expect(address()).toBe('?brand=Kaenlek&cursor=NEXT&page=2'));
  await userEvent.click(table().getByRole('button', { name: 'Stock' }));
  await waitFor(() => expect(address()).toBe('?brand=Kaenlek&sort=stock_desc'));
});

it('search without a match says how to continue', async () => {
  const { address } = await openProducts('/staff/products?search=nothing&stock=out', {}, () => []);
  await screen.findByRole('heading', { name: 'No product found' });
  await userEvent.click(screen.getByRole('button', { name: 'Clear all filters' }));
  await screen.findByRole('heading', { name: 'No products yet' });
  expect(address()).toBe('');
});

it('failed list shows an error and can be retried', async () => {
  let fails = true;
  await openProducts('/staff/products', {
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
  await openProducts('/staff/products');
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

it('filtered list of products is saved as a view with its count and columns, and removed', async () => {
  Element.prototype.scrollTo = () => {};
  const { address } = await openProducts('/staff/products?brand=Kaenlek&page=2&cursor=NEXT');
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
  await openProducts('/staff/products?brand=Kaenlek');
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
  const { sent } = await openProducts('/staff/products', {
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

it('categories that a role may not read are requested once', async () => {
  let requests = 0;
  await openProducts('/staff/products', {
    'GET /api/staff/content/categories': () => {
      requests += 1;
      return problemResponse(403, { reason: 'role' });
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Category' }));
  await screen.findByRole('button', { name: 'Construction' });
  await userEvent.click(screen.getByRole('button', { name: 'New product' }));
  const dialog = within(screen.getByRole('dialog', { name: 'New product' }));
  const category = dialog.getByLabelText<HTMLSelectElement>('Category');
  expect(category.selectedOptions[0]?.textContent).toBe('Without a category');
  expect(requests).toBe(1);
});
