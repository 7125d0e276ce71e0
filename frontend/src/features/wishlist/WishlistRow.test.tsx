// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { WishlistItem } from '@/domain/wishlist/wishlist-items';
import { isOff } from '@/testing/form-control';
import { renderPage } from '@/testing/render-page';
import { until } from '@/testing/until';
import { WishlistRow } from './WishlistRow';

const ITEM: WishlistItem = {
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
const cart = { add: vi.fn(), flush: vi.fn() };
vi.mock('@/domain/cart/use-cart-actions', () => ({ useCartActions: () => cart }));

beforeEach(() => {
  vi.clearAllMocks();
  localStorage.clear();
  Element.prototype.scrollIntoView = () => {};
});

const show = (part: Partial<WishlistItem>, language: 'la' | 'en' = 'en') => {
  const page = () => <WishlistRow item={{ ...ITEM, ...part }} onFollow={() => {}} />;
  return renderPage({ path: '/', page, language });
};

it('product is added once, first idle, then adding', async () => {
  let finish = (_: boolean) => {};
  cart.add.mockReturnValue(new Promise<boolean>((resolve) => (finish = resolve)));
  await show({});
  expect(await screen.findByText('In stock: 18 pieces')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Add/ }));
  expect(isOff(screen.getByRole('button', { name: /^Adding/ }))).toBe(true);
  finish(true);
  await until(() => expect(cart.flush).toHaveBeenCalledOnce());
  expect(cart.add.mock.calls[0]?.slice(1)).toEqual([1, { from: 'wishlist' }]);
});

it('product in the cart is marked and cannot be added', async () => {
  await show({ in_cart: true });
  expect(await screen.findByText('In cart')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull();
});

it('sold-out product cannot be added', async () => {
  await show({ stock: 0 });
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: /^Out of stock/ });
  expect(button.disabled).toBe(true);
});

it('removal: confirmed with the text of the specification', async () => {
  await show({}, 'la');
  await userEvent.click(await screen.findByRole('button', { name: /ໂຊຟາ/, expanded: false }));
  expect(screen.getByRole('group', { name: 'ຢືນຢັນການລຶບລາຍການນີ້?' })).toBeTruthy();
});

it('confirmation of a removal lies over the whole row, which is inert until it is canceled', async () => {
  await show({});
  const row = await screen.findByRole('listitem');
  const content = screen.getByRole('heading').closest('.min-w-0:not(h3)');
  expect(content?.hasAttribute('inert')).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: /Sofa/, expanded: false }));
  const overlay = screen.getByRole('group').parentElement;
  // jsdom has no layout: the classes place the overlay on all four edges of the row.
  expect(overlay?.parentElement).toBe(row);
  expect([...row.classList]).toContain('relative');
  expect([...(overlay?.classList ?? [])]).toEqual(expect.arrayContaining(['absolute', 'inset-0']));
  expect(overlay?.contains(content ?? null)).toBe(false);
  expect(content?.hasAttribute('inert')).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(content?.hasAttribute('inert')).toBe(false);
  expect(overlay?.isConnected).toBe(false);
});
