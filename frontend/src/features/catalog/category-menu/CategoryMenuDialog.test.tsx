// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '@/shared/api/query-client';
import { categoriesQuery } from '@/shared/api/site-queries';
import { renderIn } from '@/testing/render-in';
import { CategoryMenuDialog } from './CategoryMenuDialog';
import { useOpenCategoryMenu } from './use-category-menu-state';

// A test of the whole dialog takes long on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const CATEGORIES = [
  { cat_id: 1, cat_name_la: 'ສີ', cat_name_en: 'Paint', cat_img: '', product_count: 25 },
  { cat_id: 2, cat_name_la: 'ເຄື່ອງມື', cat_name_en: 'Tools', cat_img: '', product_count: 3 },
  { cat_id: 3, cat_name_la: 'ສວນ', cat_name_en: 'Garden', cat_img: '', product_count: 0 },
];
const GROUPS = [
  { prog_id: 11, cat_id: 1, prog_name_la: 'ພາຍໃນ', prog_name_en: 'Interior', product_count: 25 },
  { prog_id: 21, cat_id: 2, prog_name_la: 'ສະຫວ່ານ', prog_name_en: 'Drills', product_count: 3 },
  { prog_id: 22, cat_id: 2, prog_name_la: 'ຄ້ອນ', prog_name_en: 'Hammers', product_count: 0 },
];

const product = (pro_id: number, name: string) => ({
  pro_id,
  pro_name_la: name,
  pro_name_en: name,
  pro_img_cover: '',
  price: 875,
  product_price1: 1000,
  stock: 50,
  unit_name_la: '',
  unit_name_en: '',
});

let requests: string[];
let failing: RegExp | undefined;

function answer(input: string): Response {
  const url = new URL(input, 'http://shop');
  requests.push(url.pathname + url.search);
  if (failing?.test(input)) return Response.json({ code: 'internal' }, { status: 500 });
  const ask = (name: string) => Number(url.searchParams.get(name));
  if (url.pathname.endsWith('/group')) {
    const cat = ask('cat_id');
    return Response.json({ data: GROUPS.filter(({ cat_id }) => !cat || cat_id === cat) });
  }
  const total = GROUPS.find(({ prog_id }) => prog_id === ask('group'))?.product_count ?? 0;
  const all = Array.from({ length: total }, (_, index) =>
    product(ask('group') * 100 + index, `Product ${index + 1}`),
  );
  const start = (ask('page') - 1) * 10;
  // A server without a total: only an empty page ends the paging.
  return Response.json({ data: all.slice(start, start + 10) });
}

/** Remaining distance of the product column from its bottom; jsdom has no layout. */
let left: number;

beforeEach(() => {
  requests = [];
  failing = undefined;
  left = 1000;
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', async (input: string) => answer(input));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(() => 600 + left);
});

async function openDialog(isWide: boolean) {
  vi.stubGlobal('matchMedia', () => ({
    matches: isWide,
    addEventListener() {},
    removeEventListener() {},
  }));
  const root = createRootRoute({ component: Root });
  const page = (path: string) =>
    createRoute({ getParentRoute: () => root, path, component: () => <h1>page {path}</h1> });
  const router = createRouter({
    routeTree: root.addChildren([page('/'), page('/shop'), page('/shop/$proId')]),
    history: createMemoryHistory(),
  });
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  // Every page of the shop has loaded the categories.
  client.setQueryData(categoriesQuery.queryKey, { success: true, data: CATEGORIES });
  await renderIn(
    'en',
    <QueryClientProvider client={client}>
      {/* biome-ignore lint/suspicious/noExplicitAny: a small router of this test, not the shop's */}
      <RouterProvider router={router as any} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Categories' }));
  return { user, router, dialog: await screen.findByRole('dialog', { name: 'All categories' }) };
}

function Root() {
  const openPlace = useOpenCategoryMenu();
  return (
    <>
      <button type="button" onClick={() => openPlace({ id: 1, depth: 1 })}>
        Categories
      </button>
      <Outlet />
      <CategoryMenuDialog />
    </>
  );
}

const current = (dialog: HTMLElement) =>
  [...dialog.querySelectorAll('[aria-current]')].map((entry) => entry.textContent);

it('dialog opens with the first category, its first group and its products', async () => {
  const { dialog } = await openDialog(true);
  const products = await within(dialog).findByRole('list', { name: 'Interior' });
  await waitFor(() => expect(within(products).getAllByRole('link')).toHaveLength(10));
  expect(current(dialog)).toEqual(['Paint', 'Interior, 25']);
  expect(within(products).getAllByText('−13%')).toHaveLength(10);
  expect(products.querySelector('a')?.getAttribute('href')).toBe('/shop/1100');
  expect(
    within(dialog)
      .getByRole('link', { name: /View all/ })
      .getAttribute('href'),
  ).toBe('/shop?category=1&group=11');
});

it('products load within 200 pixels of the bottom, until an empty page', async () => {
  const { dialog } = await openDialog(true);
  const products = await within(dialog).findByRole('list', { name: 'Interior' });
  await waitFor(() => expect(within(products).getAllByRole('link')).toHaveLength(10));
  const scroller = products.parentElement as HTMLElement;

  left = 201;
  act(() => void scroller.dispatchEvent(new Event('scroll')));
  expect(requests.filter((url) => url.includes('page=2'))).toEqual([]);
  left = 200;
  act(() => void scroller.dispatchEvent(new Event('scroll')));
  await within(dialog).findByText('All products shown');
  expect(within(products).getAllByRole('link')).toHaveLength(25);
  expect(requests.filter((url) => url.includes('group=11')).map((url) => url.slice(-6))).toEqual([
    'page=1',
    'page=2',
    'page=3',
    'page=4',
  ]);
});

it('pressed category opens, and an empty group shows a message', async () => {
  const { user, dialog } = await openDialog(true);
  await user.click(within(dialog).getByRole('button', { name: 'Tools' }));
  await within(dialog).findByRole('list', { name: 'Drills' });
  await user.click(within(dialog).getByRole('button', { name: /Hammers/ }));
  expect((await within(dialog).findByRole('status')).textContent).toBe('No data found');
});

it('hovered category opens', async () => {
  const { user, dialog } = await openDialog(true);
  const tools = within(dialog).getByRole('button', { name: 'Tools' });
  await user.pointer([
    { target: tools, coords: { clientX: 10, clientY: 10 } },
    { target: tools, coords: { clientX: 10, clientY: 14 } },
  ]);
  await within(dialog).findByRole('list', { name: 'Drills' });
});

it('arrow keys move and open, and Escape closes', async () => {
  const { user, dialog, router } = await openDialog(true);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Paint'));
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('Tools');
  await within(dialog).findByRole('list', { name: 'Drills' });
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement?.textContent).toBe('Drills, 3');
  await waitFor(() => expect(within(dialog).getAllByText('Product 1')).toHaveLength(1));
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement?.getAttribute('href')).toBe('/shop/2100');
  await user.keyboard('{ArrowLeft}');
  expect(document.activeElement?.textContent).toBe('Drills, 3');

  act(() => void dialog.dispatchEvent(new Event('cancel', { cancelable: true })));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.state.categoryMenu).toBeUndefined();
});

it('search filters every list by Lao and English names and selects the first match', async () => {
  const { user, dialog } = await openDialog(true);
  const search = within(dialog).getByRole('textbox');
  await user.type(search, 'DRILL');
  await within(dialog).findByRole('list', { name: 'Drills' });
  expect(current(dialog)).toEqual(['Tools', 'Drills, 3']);
  expect(within(dialog).queryByRole('button', { name: 'Paint' })).toBeNull();

  await user.clear(search);
  await user.type(search, 'ສີ');
  await within(dialog).findByRole('list', { name: 'Interior' });
  await user.clear(search);
  left = 0;
  await user.type(search, 'zzz');
  await waitFor(() => expect(within(dialog).getAllByText('No data found')).toHaveLength(3));
  expect(
    within(dialog)
      .getByRole('link', { name: 'Search the whole shop for “zzz”' })
      .getAttribute('href'),
  ).toBe('/shop?search=zzz');
});

it('search matched by products alone keeps their category and group in the lists', async () => {
  const { user, dialog } = await openDialog(true);
  await within(dialog).findByText('Product 7');
  left = 0;
  await user.type(within(dialog).getByRole('textbox'), 'product 7');
  const products = await within(dialog).findByRole('list', { name: 'Interior' });
  await waitFor(() => expect(within(products).getAllByRole('link')).toHaveLength(1));
  await waitFor(() => expect(current(dialog)).toEqual(['Paint', 'Interior, 25']));
  expect(within(dialog).queryByText('No data found')).toBeNull();
  expect(within(dialog).queryByRole('button', { name: 'Tools' })).toBeNull();
});

it('phone step without a match offers the next step', async () => {
  const { user, dialog } = await openDialog(false);
  await user.type(within(dialog).getByRole('textbox'), 'wheelbarrow');
  await within(dialog).findByText('No data found');
  await within(dialog).findByRole('link', { name: /Search the whole shop for “wheelbarrow”/ });
});

it('failed column shows an error and a retry', async () => {
  failing = /group\?cat_id=2/;
  const { user, dialog } = await openDialog(true);
  await user.click(within(dialog).getByRole('button', { name: 'Tools' }));
  const alert = await within(dialog).findByRole('alert');
  failing = undefined;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await within(dialog).findByRole('list', { name: 'Drills' });
});

it('phone shows one step at a time, and back returns to the previous step', async () => {
  const { user, dialog, router } = await openDialog(false);
  expect(current(dialog)).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Tools' }));
  await within(dialog).findByRole('heading', { name: 'Tools' });
  expect(document.activeElement?.textContent).toBe('Tools');
  await user.click(await within(dialog).findByRole('button', { name: /Drills/ }));
  await within(dialog).findByRole('heading', { name: 'Drills' });
  expect(within(dialog).queryByRole('button', { name: /Hammers/ })).toBeNull();

  await user.click(within(dialog).getByRole('button', { name: 'Back' }));
  await within(dialog).findByRole('heading', { name: 'Tools' });
  expect(document.activeElement?.textContent).toBe('Drills, 3');
  act(() => router.history.back());
  await within(dialog).findByRole('heading', { name: 'All categories' });
  act(() => router.history.back());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('product link closes the dialog, and back reopens it in place', async () => {
  const { user, dialog, router } = await openDialog(false);
  await user.click(within(dialog).getByRole('button', { name: 'Tools' }));
  await user.click(await within(dialog).findByRole('button', { name: /Drills/ }));
  await user.click(await within(dialog).findByRole('link', { name: /Product 2/ }));
  await screen.findByRole('heading', { name: 'page /shop/$proId' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  act(() => router.history.back());
  await within(await screen.findByRole('dialog')).findByRole('heading', { name: 'Drills' });
});
