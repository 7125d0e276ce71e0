// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sessionQuery } from '@/domain/session/session';
import type { WishlistItem } from '@/domain/wishlist/wishlist-items';
import { useAppContext } from '@/shared/hooks/use-app-context';
import { toast } from '@/shared/ui/toast';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { until } from '@/testing/until';
import { useWishlistActions } from './use-wishlist-actions';
import { WishlistRow } from './WishlistRow';

const SOFA: WishlistItem = {
  pro_id: 7,
  pro_name_la: 'ໂຊຟາ',
  pro_name_en: 'Sofa',
  pro_img_cover: '',
  price: 4_650_000,
  product_price1: null,
  stock: 18,
  unit_name_la: 'ອັນ',
  unit_name_en: 'piece',
  in_cart: false,
};
const toasts = { error: vi.fn(), success: vi.fn() };

beforeEach(() => {
  vi.clearAllMocks();
  vi.spyOn(toast, 'error').mockImplementation(toasts.error);
  vi.spyOn(toast, 'success').mockImplementation(toasts.success);
  Element.prototype.scrollIntoView = () => {};
  // biome-ignore lint/suspicious/noDocumentCookie: as the shop sets it
  document.cookie = 'cus_id=7;path=/';
});
afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the shop clears it
  document.cookie = 'cus_id=;path=/;max-age=0';
});

function Everything() {
  const actions = useWishlistActions(useAppContext());
  return (
    <>
      <button type="button" onClick={() => void actions.clear()}>
        clear
      </button>
      <button type="button" onClick={() => void actions.addAll()}>
        add all
      </button>
      <WishlistRow item={SOFA} onFollow={() => {}} />
    </>
  );
}

async function show(answers: Parameters<typeof fakeApi>[0]) {
  fakeApi(answers);
  const user = { fname: 'Bounmy', lname: '', email: '', phone: '' };
  const known = { [String(sessionQuery.queryKey[0])]: user };
  await renderPage({ path: '/', page: Everything, language: 'la', known });
  await screen.findByText('clear');
}

it('cleared list shows a toast', async () => {
  await show({ 'DELETE /api/auth/wishlist': () => jsonResponse({}) });
  await userEvent.click(screen.getByText('clear'));
  await until(() => expect(toasts.success).toHaveBeenCalledWith('ລຶບລາຍການທີ່ມັກທັງໝົດແລ້ວ'));
});

it.each([
  ['clear', 'ບໍ່ສາມາດລຶບລາຍການທີ່ມັກທັງໝົດໄດ້'],
  ['add all', 'ບໍ່ສາມາດເພີ່ມສິນຄ້າລົງກະຕ່າໄດ້'],
])('failed wishlist request shows an error: %s', async (button, text) => {
  await show({
    'DELETE /api/auth/wishlist': () => problemResponse(500),
    'POST /api/auth/wishlist/add-all-to-cart': () => problemResponse(500),
  });
  await userEvent.click(screen.getByText(button));
  await until(() => expect(toasts.error.mock.calls[0]?.[0]).toBe(text));
});

it('failed removal shows an error and the product stays', async () => {
  await show({ 'DELETE /api/auth/wishlist/7': () => problemResponse(500) });
  await userEvent.click(await screen.findByRole('button', { name: /ໂຊຟາ/, expanded: false }));
  await userEvent.click(screen.getByRole('button', { name: 'ລຶບ' }));
  await until(() => expect(toasts.error.mock.calls[0]?.[0]).toBe('ບໍ່ສາມາດລຶບອອກຈາກລາຍການທີ່ມັກໄດ້'));
  expect(screen.getByRole('link', { name: 'ໂຊຟາ' })).toBeTruthy();
});
