// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { resetOptimisticCart } from '@/domain/cart/optimistic-cart';
import type { Order } from '@/domain/orders/order-types';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { BuyAgain } from './BuyAgain';

vi.mock('@/shared/ui/toast', () => ({
  toast: { success: vi.fn(), error: vi.fn(), info: vi.fn() },
}));
const { toast } = await import('@/shared/ui/toast');

const product = (pro_id: number, name: string, stock: number | null) => ({
  pro_id,
  pro_name_la: name,
  pro_name_en: name,
  pro_img_cover: '',
  unit_name_la: 'ໜ່ວຍ',
  unit_name_en: 'piece',
  price: 5_000,
  product_price1: null,
  stock,
  vatrate: 10,
});
const line = (pro_id: number, name: string) => ({ ...product(pro_id, name, 0), quantity: 3 });
const LINES = [line(1, 'Drill'), line(2, 'Tile'), line(3, 'Door'), line(4, 'Old')];

function Page() {
  return <BuyAgain order={{ lines: LINES } as unknown as Order} />;
}

const SIGNED_IN = {
  'GET /api/v1/verify-token': () =>
    Response.json({ payload: { fname: 'A', lname: 'B', phone: '+85620', email: '' } }),
  'GET /api/auth/cart': () => jsonResponse({ version: 0, count: 0, total: 0, lines: [] }),
};

beforeEach(() => {
  resetOptimisticCart();
  vi.clearAllMocks();
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('cus_id=7');
});

it('products of an order are added to the cart, and unavailable ones are named', async () => {
  const requests = fakeApi({
    ...SIGNED_IN,
    'GET /api/v1/product/1': () => jsonResponse(product(1, 'Drill', 9)),
    'GET /api/v1/product/2': () => jsonResponse(product(2, 'Tile', 2)),
    'GET /api/v1/product/3': () => jsonResponse(product(3, 'Door', 0)),
    'GET /api/v1/product/4': () => problemResponse(404, { code: 'not_found' }),
    'POST /api/auth/cart/items': () =>
      jsonResponse({ version: 1, count: 3, total: 15_000, lines: [] }),
  });
  await renderPage({ path: '/', page: Page });
  await userEvent.click(await screen.findByRole('button', { name: 'Buy again' }));
  await waitFor(() =>
    expect(
      requests.filter(({ path }) => path === '/api/auth/cart/items').map(({ body }) => body),
    ).toEqual([
      { pro_id: 1, quantity: 3 },
      { pro_id: 2, quantity: 2 },
    ]),
  );
  expect(toast.success).toHaveBeenCalledWith(
    '2 items added to the cart',
    expect.objectContaining({
      detail: 'Tile: 2 pieces left, Door: Out of stock, Old: Out of stock',
    }),
  );
});

it('order of unavailable products names them and does not change the cart', async () => {
  const requests = fakeApi({
    ...SIGNED_IN,
    'GET /api/v1/product/1': () => jsonResponse(product(1, 'Drill', 0)),
    'GET /api/v1/product/2': () => jsonResponse({ ...product(2, 'Tile', 9), price: null }),
  });
  await renderPage({ path: '/', page: Page });
  await userEvent.click(await screen.findByRole('button', { name: 'Buy again' }));
  await waitFor(() => expect(toast.info).toHaveBeenCalledOnce());
  expect(toast.info).toHaveBeenCalledWith(expect.any(String), {
    detail: 'Drill: Out of stock, Tile: Out of stock, Door: Out of stock, Old: Out of stock',
  });
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

it('failed lookup shows an error and can be retried', async () => {
  fakeApi({ ...SIGNED_IN, 'GET /api/v1/product/1': () => problemResponse(400) });
  await renderPage({ path: '/', page: Page });
  const again = await screen.findByRole<HTMLButtonElement>('button', { name: 'Buy again' });
  await userEvent.click(again);
  await waitFor(() => expect(toast.error).toHaveBeenCalledOnce());
  await waitFor(() => expect(again.disabled).toBe(false));
  expect(toast.success).not.toHaveBeenCalled();
});
