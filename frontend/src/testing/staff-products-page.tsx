import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, vi } from 'vitest';
import { StaffProductsPage } from '@/features/office/products/StaffProductsPage';
import type { BulkResult, StaffProduct } from '@/features/office/staff-product-types';
import { Toasts } from '@/shared/ui/Toasts';
import { fakeApi, type RecordedRequest } from './fake-shop';
import { renderPage } from './render-page';
import { staffProduct, TAXONOMY } from './staff-product';

/** Path of the list in the API. */
export const LIST = '/api/staff/products';
const SECOND = { pro_id: 101003, pro_name_en: 'White cement', price: 72_000, stock: 3 };
/** The two products of the list. */
export const both = () => [staffProduct(), staffProduct(SECOND)];

/** Prepares the browser for the tests of a file. */
export const prepareProductsPage = () =>
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

/** Renders the list at an address, with answers of the API in place of the usual ones. */
export async function openProducts(
  at: string,
  answers: Answers = {},
  products: () => StaffProduct[] = both,
) {
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
export async function undoIn(text: string) {
  const message = (await screen.findByText(text)).closest<HTMLElement>('[data-toast]');
  await userEvent.click(within(message as HTMLElement).getByRole('button', { name: 'Undo' }));
}

export const table = () => within(screen.getByRole('table'));
export const row = (name: string) => {
  const found = table().getByRole('link', { name }).closest('tr');
  if (!found) throw new Error(`no row ${name}`);
  return within(found);
};

/** Result of a bulk change of prices, or of its preview. */
export const bulkResult = (isDryRun: boolean): BulkResult => ({
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
