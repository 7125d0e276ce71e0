// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { openDrawer } from '@/domain/cart/drawer';
import { sessionQuery } from '@/domain/session/session';
import type { WishlistItem } from '@/domain/wishlist/wishlist-items';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { until } from '@/testing/until';
import { WishlistDrawer } from './WishlistDrawer';

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

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {};
  // jsdom has dialogs without their methods.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  // biome-ignore lint/suspicious/noDocumentCookie: as the shop sets it
  document.cookie = 'cus_id=7;path=/';
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});

it.each([
  ['succeeds', () => jsonResponse([]), 0],
  ['fails', () => problemResponse(500), 1],
])('confirmation of deleting all that %s leaves the focus in the list', async (_, answer, left) => {
  let items = [SOFA];
  fakeApi({
    'GET /api/auth/wishlist': () => jsonResponse(items),
    'DELETE /api/auth/wishlist': () => {
      const response = answer();
      if (response.ok) items = [];
      return response;
    },
  });
  const user = { fname: 'Bounmy', lname: '', email: '', phone: '' };
  const known = { [String(sessionQuery.queryKey[0])]: user };
  openDrawer('wishlist');
  await renderPage({ path: '/', page: WishlistDrawer, leadsTo: ['/shop'], known });
  const all = await screen.findByRole('button', { name: 'Delete all' });
  await userEvent.click(all);
  const question = screen.getByRole('group', { name: 'Delete the whole wishlist?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
  await until(() => expect(screen.queryByRole('group')).toBeNull());
  await until(() => expect(screen.queryAllByRole('link', { name: 'Sofa' })).toHaveLength(left));
  const list = screen.getByRole('dialog').querySelector('[tabindex="-1"]');
  await until(() => expect(document.activeElement).toBe(list));
});
