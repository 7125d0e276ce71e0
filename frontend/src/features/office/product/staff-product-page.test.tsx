// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { Toasts } from '@/shared/ui/Toasts';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { FakeUploads } from '@/testing/fake-uploads';
import { descriptionOf } from '@/testing/form-control';
import { renderPage } from '@/testing/render-page';
import { NONE_SKIPPED, productChange, staffProductDetail, TAXONOMY } from '@/testing/staff-product';
import type { StaffProductDetail } from '../staff-product-types';
import { StaffProductPage } from './StaffProductPage';

const PATH = '/api/staff/products/101002';
const CHANGES = '/api/staff/products/changes';

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

async function open(
  product: StaffProductDetail = staffProductDetail(),
  answers: Parameters<typeof fakeApi>[0] = {},
) {
  const requests = fakeApi({
    ...TAXONOMY,
    [`GET ${PATH}`]: () => jsonResponse(product),
    ...answers,
  });
  await renderPage({
    path: '/staff/products/$proId',
    at: '/staff/products/101002',
    page: () => (
      <>
        <StaffProductPage />
        <Toasts />
      </>
    ),
    leadsTo: ['/staff/products', '/shop/$proId'],
  });
  await screen.findByRole('heading', { level: 1 });
  return { sent: () => requests.filter(({ method }) => method !== 'GET') };
}

const panel = (name: string) => within(screen.getByRole('region', { name }));
const saveBar = () => screen.queryByRole('region', { name: 'Save' });

it('Ctrl S saves only changed fields', async () => {
  const { sent } = await open(staffProductDetail(), {
    [`PATCH ${PATH}`]: () =>
      jsonResponse(staffProductDetail({ version: 4, pro_name_en: 'Cement', price: 59_500 })),
  });
  await screen.findByRole('region', { name: 'Name and texts' });
  expect(saveBar()).toBeNull();
  const name = panel('Name and texts').getByLabelText('NameEnglish');
  await userEvent.clear(name);
  await userEvent.type(name, 'Cement');
  const price = panel('Price').getByLabelText('Price in kip');
  await userEvent.clear(price);
  await userEvent.type(price, '59500');
  expect(saveBar()?.textContent).toContain('2 changes not saved');
  expect(panel('Price').getByText('Was ₭58,000 · +2.6%')).toBeDefined();
  fireEvent.keyDown(document, { key: 's', code: 'KeyS', ctrlKey: true });
  await waitFor(() => expect(saveBar()).toBeNull());
  expect(sent().map(({ body }) => body)).toEqual([
    { version: 3, pro_name_en: 'Cement', price: 59_500 },
  ]);
});

it('missing translation is marked and can start as a copy', async () => {
  await open(staffProductDetail({ description_en: '' }));
  await screen.findByText('1 translation missing');
  await userEvent.click(panel('Name and texts').getByRole('button', { name: 'Copy' }));
  const english = panel('Name and texts').getByLabelText<HTMLTextAreaElement>('DescriptionEnglish');
  expect(english.value).toBe('ສຳລັບໂຄງສ້າງ');
  expect(screen.queryByText('1 translation missing')).toBeNull();
});

it('invalid form is not sent', async () => {
  const { sent } = await open();
  const price = (await screen.findByRole('region', { name: 'Price' })) && panel('Price');
  await userEvent.clear(price.getByLabelText('Price in kip'));
  await userEvent.type(price.getByLabelText('Price in kip'), 'cheap');
  await userEvent.click(within(saveBar() as HTMLElement).getByRole('button', { name: /^Save/ }));
  await screen.findByText('Correct the marked fields first');
  expect(sent()).toEqual([]);
});

it('conflict shows the change of another person and keeps typed text', async () => {
  const theirs = staffProductDetail({
    version: 4,
    price: 61_000,
    brand: 'Other',
    ledger: [productChange({ change_id: 'C2' }), productChange()],
  });
  const answers = [
    () => problemResponse(409, { reason: 'product_changed', product: theirs }),
    () => jsonResponse({ ...theirs, version: 5, price: 59_000 }),
  ];
  const { sent } = await open(staffProductDetail(), {
    [`PATCH ${PATH}`]: () => answers.shift()?.() ?? problemResponse(500),
  });
  await screen.findByRole('region', { name: 'Price' });
  const price = panel('Price').getByLabelText<HTMLInputElement>('Price in kip');
  await userEvent.clear(price);
  await userEvent.type(price, '59000');
  const save = () => within(saveBar() as HTMLElement).getByRole('button', { name: /^Save/ });
  await userEvent.click(save());
  const bar = (await screen.findByText('Manivanh has changed this product')).closest(
    '[data-product-changed]',
  );
  expect(bar?.textContent).toContain('Price:₭58,000→₭61,000');
  expect(bar?.textContent).toContain('Brand:Kaenlek→Other');
  expect(price.value).toBe('59000');
  expect(panel('Sales').getByLabelText<HTMLInputElement>('Brand').value).toBe('Other');
  await userEvent.click(save());
  await waitFor(() => expect(saveBar()).toBeNull());
  expect(sent().map(({ body }) => body)).toEqual([
    { version: 3, price: 59_000 },
    { version: 4, price: 59_000 },
  ]);
  expect(screen.queryByText('Manivanh has changed this product')).toBeNull();
});

it('page with unsaved changes requires confirmation before leaving', async () => {
  await open();
  await screen.findByRole('region', { name: 'Sales' });
  await userEvent.click(panel('Sales').getByRole('button', { name: 'Hidden' }));
  await userEvent.click(screen.getByRole('link', { name: 'Products' }));
  const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Stay here' }));
  expect(saveBar()).not.toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Products' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await screen.findByRole('heading', { name: 'at /staff/products' });
});

it('images are reordered and removed by buttons', async () => {
  const { sent } = await open(staffProductDetail(), {
    [`PATCH ${PATH}`]: () => jsonResponse(staffProductDetail({ version: 4 })),
  });
  await screen.findByRole('region', { name: 'Pictures' });
  await userEvent.click(
    panel('Pictures').getByRole('button', { name: 'Make picture 3 the main one' }),
  );
  await userEvent.click(panel('Pictures').getByRole('button', { name: 'Remove picture 2' }));
  await userEvent.click(within(saveBar() as HTMLElement).getByRole('button', { name: /^Save/ }));
  await waitFor(() =>
    expect(sent()[0]?.body).toEqual({
      version: 3,
      pro_img_cover: 'products/101002-3.webp',
      images: ['products/101002-2.webp'],
    }),
  );
});

it('removed image is restored at its position', async () => {
  await open();
  await screen.findByRole('region', { name: 'Pictures' });
  await userEvent.click(panel('Pictures').getByRole('button', { name: 'Remove picture 2' }));
  await screen.findByText('Picture 2 removed');
  expect(saveBar()).not.toBeNull();
  await userEvent.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1) as HTMLElement);
  await waitFor(() => expect(saveBar()).toBeNull());
});

it('uploaded image is saved after the others', async () => {
  const uploads = new FakeUploads();
  const { sent } = await open(staffProductDetail(), {
    [`PATCH ${PATH}`]: () => jsonResponse(staffProductDetail({ version: 4 })),
  });
  const input = await screen.findByLabelText('Upload pictures', { selector: 'input' });
  await userEvent.upload(input, new File(['x'], 'a.png', { type: 'image/png' }));
  await waitFor(() => expect(uploads.open).toHaveLength(1));
  uploads.answer(201, { data: { path: 'uploads/aa/a.webp', width: 8, height: 8 } });
  await screen.findByText('1 change not saved');
  await userEvent.click(within(saveBar() as HTMLElement).getByRole('button', { name: /^Save/ }));
  await waitFor(() =>
    expect(sent()[0]?.body).toEqual({
      version: 3,
      pro_img_cover: 'products/101002.webp',
      images: ['products/101002-2.webp', 'products/101002-3.webp', 'uploads/aa/a.webp'],
    }),
  );
});

it('schedule is chosen with its times, and hiding ends it', async () => {
  const { sent } = await open(staffProductDetail(), {
    [`PATCH ${PATH}`]: () =>
      jsonResponse(
        staffProductDetail({
          version: 4,
          visible: false,
          visible_from: '2099-12-01T08:00:00+07:00',
        }),
      ),
  });
  await screen.findByRole('region', { name: 'Sales' });
  const save = () => within(saveBar() as HTMLElement).getByRole('button', { name: /^Save/ });
  await userEvent.click(panel('Sales').getByRole('button', { name: 'Scheduled' }));
  const from = panel('Sales').getByLabelText('Appears');
  fireEvent.change(from, { target: { value: '2099-12-01T08:00' } });
  const until = panel('Sales').getByLabelText('Disappears');
  fireEvent.change(until, { target: { value: '2099-11-30T08:00' } });
  await userEvent.click(save());
  await screen.findByText('Must be after the time at which it appears');
  expect(sent()).toEqual([]);
  fireEvent.change(until, { target: { value: '' } });
  await userEvent.click(save());
  await waitFor(() => expect(saveBar()).toBeNull());
  expect(panel('Sales').getAllByText('Scheduled')).toHaveLength(2);
  await userEvent.click(panel('Sales').getByRole('button', { name: 'Hidden' }));
  expect(panel('Sales').queryByLabelText('Appears')).toBeNull();
  await userEvent.click(save());
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent().map(({ body }) => body)).toEqual([
    { version: 3, visible: false, visible_from: '2099-12-01T08:00:00+07:00' },
    { version: 4, visible_from: null },
  ]);
});

it('duplicate requires an unused number and opens the copy', async () => {
  const answers = [
    () => problemResponse(400, { code: 'invalid', reason: 'taken', field: 'new_pro_id' }),
    () => jsonResponse(staffProductDetail({ pro_id: 101_099, visible: false, stock: null }), 201),
  ];
  const { sent } = await open(staffProductDetail(), {
    [`POST ${PATH}/duplicate`]: () => answers.shift()?.() ?? problemResponse(500),
    'GET /api/staff/products/101099': () => jsonResponse(staffProductDetail({ pro_id: 101_099 })),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Duplicate' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Duplicate this product' }));
  const number = dialog.getByLabelText('Product number of the copy');
  const make = dialog.getByRole('button', { name: 'Duplicate' });
  await userEvent.type(number, 'x');
  await userEvent.click(make);
  await dialog.findByText('A whole number that is not used yet');
  expect(sent()).toEqual([]);
  await userEvent.clear(number);
  await userEvent.type(number, '101001');
  await userEvent.click(make);
  await dialog.findByText('Another product has this number');
  await userEvent.clear(number);
  await userEvent.type(number, '101099');
  await userEvent.click(make);
  await screen.findByText('Copied to 101099');
  expect(sent().at(-1)?.body).toEqual({ version: 3, new_pro_id: 101_099 });
});

it('ledger shows person and change, and undoes it', async () => {
  const { sent } = await open(staffProductDetail(), {
    [`POST ${CHANGES}/C1/undo`]: () =>
      jsonResponse({
        change_id: 'C2',
        undone: 1,
        ...NONE_SKIPPED,
        product: staffProductDetail({ version: 4, price: 55_000 }),
      }),
  });
  await screen.findByRole('region', { name: 'Changes' });
  const [entry] = panel('Changes').getAllByRole('listitem');
  expect(entry?.textContent).toContain('Edited Manivanh');
  expect(entry?.textContent).toContain('Price:₭55,000→₭58,000');
  await userEvent.click(panel('Changes').getByRole('button', { name: 'Undo: Edited' }));
  const price = panel('Price').getByLabelText<HTMLInputElement>('Price in kip');
  await waitFor(() => expect(price.value).toBe('55,000'));
  expect(sent().map(({ body }) => body)).toEqual([{ pro_id: 101002 }]);
  expect(screen.queryByText(/has changed this product/)).toBeNull();
});

it('bulk change is undone for this product or for all', async () => {
  const bulk = productChange({ kind: 'bulk', product_count: 7 });
  const { sent } = await open(staffProductDetail({ ledger: [bulk] }), {
    [`POST ${CHANGES}/C1/undo`]: () =>
      jsonResponse({ change_id: 'C2', undone: 7, ...NONE_SKIPPED, product: null }),
  });
  await screen.findByRole('region', { name: 'Changes' });
  await userEvent.click(panel('Changes').getByRole('button', { name: 'Undo: Bulk change' }));
  const dialog = within(await screen.findByRole('dialog', { name: /Undo a change of 7/ }));
  dialog.getByRole('button', { name: 'Only this product' });
  await userEvent.click(dialog.getByRole('button', { name: 'All 7 products' }));
  await screen.findByText('Undone for 7 products');
  expect(sent().map(({ body }) => body)).toEqual([{}]);
});

it('only a visible product links to the storefront', async () => {
  await open(staffProductDetail({ visible: false }));
  await screen.findByRole('region', { name: 'Sales' });
  expect(screen.queryByRole('link', { name: 'See it in the shop' })).toBeNull();
});

it('unknown product leads back to the list', async () => {
  await open(staffProductDetail(), { [`GET ${PATH}`]: () => problemResponse(404) });
  await screen.findByRole('heading', { name: 'This product does not exist' });
  within(screen.getByRole('alert')).getByRole('link', { name: 'Back to the products' });
});

it.each([
  ['0', 'Sell Portland cement for ₭0?', 'Sell it for ₭0', 0],
  ['', 'Remove the price of Portland cement?', 'Remove the price', null],
  ['28,000', 'Lower Portland cement to ₭28,000?', 'Save ₭28,000', 28_000],
])('price %j is saved only after a question', async (typed, title, confirm, price) => {
  const { sent } = await open(staffProductDetail(), {
    [`PATCH ${PATH}`]: () => jsonResponse(staffProductDetail({ version: 4, price })),
  });
  await screen.findByRole('region', { name: 'Price' });
  const field = panel('Price').getByLabelText('Price in kip');
  await userEvent.clear(field);
  if (typed) await userEvent.type(field, typed);
  const save = () => fireEvent.keyDown(document, { key: 's', code: 'KeyS', ctrlKey: true });
  save();
  const question = () => within(screen.getByRole('dialog', { name: title }));
  await screen.findByRole('dialog', { name: title });
  await userEvent.click(question().getByRole('button', { name: 'No, go back' }));
  expect(sent()).toEqual([]);
  save();
  await userEvent.click(await screen.findByRole('button', { name: confirm }));
  await waitFor(() => expect(saveBar()).toBeNull());
  expect(sent().map(({ body }) => body)).toEqual([{ version: 3, price }]);
});

it('message about marked fields ends with the next save', async () => {
  await open(staffProductDetail(), {
    [`PATCH ${PATH}`]: () => jsonResponse(staffProductDetail({ version: 4, price: 59_000 })),
  });
  await screen.findByRole('region', { name: 'Price' });
  const field = panel('Price').getByLabelText('Price in kip');
  const save = () => fireEvent.keyDown(document, { key: 's', code: 'KeyS', ctrlKey: true });
  await userEvent.clear(field);
  await userEvent.type(field, 'abc');
  save();
  await screen.findByText('Correct the marked fields first');
  await userEvent.clear(field);
  await userEvent.type(field, '59000');
  save();
  await waitFor(() => expect(saveBar()).toBeNull());
  expect(screen.queryByText('Correct the marked fields first')).toBeNull();
});

it('own undo of a whole bulk change is no change of another person', async () => {
  const bulk = productChange({ kind: 'bulk', product_count: 7 });
  let product = staffProductDetail({ ledger: [bulk] });
  await open(product, {
    [`GET ${PATH}`]: () => jsonResponse(product),
    [`POST ${CHANGES}/C1/undo`]: () => {
      product = staffProductDetail({ version: 4, price: 55_000 });
      return jsonResponse({ change_id: 'C2', undone: 7, ...NONE_SKIPPED, product: null });
    },
  });
  await screen.findByRole('region', { name: 'Changes' });
  await userEvent.click(panel('Changes').getByRole('button', { name: 'Undo: Bulk change' }));
  await userEvent.click(await screen.findByRole('button', { name: 'All 7 products' }));
  const price = panel('Price').getByLabelText<HTMLInputElement>('Price in kip');
  await waitFor(() => expect(price.value).toBe('55,000'));
  expect(screen.queryByText(/has changed this product/)).toBeNull();
});

it('units in the house are the free, the held and the sold ones that are not handed over', async () => {
  await open(staffProductDetail({ on_hand: 9, awaiting_handover: 4 }));
  await screen.findByRole('region', { name: 'Stock' });
  const figureOf = (name: string) => panel('Stock').getByText(name).nextElementSibling?.textContent;
  expect(figureOf('In the house')).toBe('13');
  expect(figureOf('Sold, not handed over yet')).toBe('4');
  expect(figureOf('On hand, not counting sold units')).toBe('9');
});

it('units in the house are not shown while the orders cannot be read', async () => {
  await open(staffProductDetail({ on_hand: 9 }));
  await screen.findByRole('region', { name: 'Stock' });
  expect(panel('Stock').queryByText('In the house')).toBeNull();
});

it('count of sold units that are not handed over is shown while counting', async () => {
  await open(staffProductDetail({ awaiting_handover: 9 }));
  await screen.findByRole('region', { name: 'Stock' });
  expect(panel('Stock').queryByText(/still on the shelf/)).toBeNull();
  await userEvent.click(panel('Stock').getByRole('button', { name: 'Counted' }));
  const units = panel('Stock').getByLabelText('Units counted in the house');
  expect(descriptionOf(units)).toMatch(/^9 sold units have not been handed over yet/);
});

it('product without a category and a group reads so while the choices load', async () => {
  await open(staffProductDetail({ cat_id: null, prog_id: null }), {
    'GET /api/staff/content/categories': () => new Promise<Response>(() => {}),
  });
  const place = within(await screen.findByRole('region', { name: 'Sales' }));
  const shown = (label: string) =>
    place.getByLabelText<HTMLSelectElement>(label).selectedOptions[0]?.textContent;
  expect(shown('Category')).toBe('No category');
  expect(shown('Group')).toBe('No group');
});
