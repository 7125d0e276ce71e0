// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { cartQuery } from '@/domain/cart/cart-query';
import { resetOptimisticCart } from '@/domain/cart/optimistic-cart';
import { consumePendingAction } from '@/domain/session/pending-action';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { BuyAgain } from './BuyAgain';

vi.mock('@/shared/ui/toast', () => ({
  toast: { success: vi.fn(), error: vi.fn(), info: vi.fn() },
}));
const { toast } = await import('@/shared/ui/toast');

const AGAIN = 'POST /api/auth/orders/01K9/again';
const CART = { version: 1, count: 5, total: 15_000, lines: [] };
const line = (name: string, added: number, available: number, reason: string | null) => ({
  pro_id: 1,
  pro_name_la: name,
  pro_name_en: name,
  unit_name_la: 'ໜ່ວຍ',
  unit_name_en: 'piece',
  requested: 3,
  added,
  available,
  reason,
});

function Page() {
  return <BuyAgain order={{ order_id: '01K9' }} />;
}

const press = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Buy again' }));
};

beforeEach(() => {
  localStorage.clear();
  resetOptimisticCart();
  vi.clearAllMocks();
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('cus_id=7');
});

it('goods of an order are added by one request, and the answer names what is missing', async () => {
  const lines = [
    line('Drill', 3, 9, null),
    line('Tile', 2, 5, 'stock_short'),
    line('Door', 0, 0, 'out_of_stock'),
    line('Old', 0, 0, 'not_for_sale'),
    line('Screw', 0, 9, 'cart_full'),
  ];
  const requests = fakeApi({ [AGAIN]: () => jsonResponse({ cart: CART, lines }) });
  const { client } = await renderPage({ path: '/', page: Page });
  await press();
  await waitFor(() => expect(toast.success).toHaveBeenCalledOnce());
  expect(toast.success).toHaveBeenCalledWith(
    '2 items added to the cart',
    expect.objectContaining({
      detail:
        'Tile: 5 pieces left, Door: Out of stock, Old: Out of stock, Screw: A cart holds at most 200 different products',
    }),
  );
  expect(client.getQueryData(cartQuery.queryKey)).toMatchObject({ count: 5 });
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

it('order of unavailable goods names them', async () => {
  const lines = [line('Drill', 0, 0, 'out_of_stock'), line('Tile', 0, 4, 'stock_short')];
  fakeApi({ [AGAIN]: () => jsonResponse({ cart: CART, lines }) });
  await renderPage({ path: '/', page: Page });
  await press();
  await waitFor(() => expect(toast.info).toHaveBeenCalledOnce());
  expect(toast.info).toHaveBeenCalledWith(expect.any(String), {
    detail: 'Drill: Out of stock, Tile: 4 pieces left',
  });
  expect(toast.success).not.toHaveBeenCalled();
});

it('failed request says nothing was added, and the next press has the same key', async () => {
  let isDown = true;
  const requests = fakeApi({
    [AGAIN]: () =>
      isDown ? problemResponse(503) : jsonResponse({ cart: CART, lines: [line('A', 3, 9, null)] }),
  });
  await renderPage({ path: '/', page: Page });
  await press();
  await waitFor(() => expect(toast.error).toHaveBeenCalledOnce());
  expect(toast.success).not.toHaveBeenCalled();
  isDown = false;
  await press();
  await waitFor(() => expect(toast.success).toHaveBeenCalledOnce());
  await press();
  await waitFor(() => expect(toast.success).toHaveBeenCalledTimes(2));
  const keys = requests.map(({ headers }) => headers.get('idempotency-key')).filter(Boolean);
  expect(keys).toHaveLength(3);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

it('press after the session has ended is completed by the sign-in', async () => {
  const requests = fakeApi({ [AGAIN]: () => problemResponse(401, { reason: 'session' }) });
  await renderPage({ path: '/', page: Page });
  await press();
  await waitFor(() => expect(requests.some(({ path }) => path.endsWith('/again'))).toBe(true));
  const key = requests.at(-1)?.headers.get('idempotency-key');
  await waitFor(() => expect(localStorage.getItem('heuan_intent')).not.toBeNull());
  expect(consumePendingAction()).toEqual({ order: { order_id: '01K9', key } });
  expect(toast.error).not.toHaveBeenCalled();
});
