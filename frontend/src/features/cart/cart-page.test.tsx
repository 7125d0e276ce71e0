// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { resetOptimisticCart } from '@/domain/cart/optimistic-cart';
import { fakeApi, jsonResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { CartPage } from './CartPage';

const LINE = {
  pro_id: 104002,
  pro_name_la: 'ສະຫວ່ານ',
  pro_name_en: 'Drill',
  pro_img_cover: '',
  unit_name_la: 'ໜ່ວຍ',
  unit_name_en: 'piece',
  quantity: 2,
  price: 500_000,
  vatrate: 10,
  total: 1_000_000,
  version: 1,
  stock: 9,
  state: 'ok',
};

beforeEach(() => {
  resetOptimisticCart();
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = 'cus_id=7';
});

async function open(lines: (typeof LINE)[]) {
  const total = lines.reduce((sum, line) => sum + line.total, 0);
  fakeApi({
    'GET /api/v1/verify-token': () =>
      Response.json({ payload: { fname: 'A', lname: 'B', phone: '+8562055123456', email: '' } }),
    'GET /api/auth/cart': () => jsonResponse({ version: 3, count: lines.length, total, lines }),
  });
  await renderPage({ path: '/cart', page: CartPage, leadsTo: ['/shop', '/checkout'] });
}

it('sticky bar of phones has the total and the checkout button', async () => {
  await open([LINE]);
  const checkout = await screen.findByRole('button', { name: 'Checkout' });
  const bar = checkout.closest<HTMLElement>('.buy-bar');
  expect(bar).not.toBeNull();
  const total = within(bar as HTMLElement)
    .getByText('Total')
    .closest('p');
  expect(total?.textContent).toBe('Total₭1,000,000.00');
  // Screen readers read the total above the bar.
  expect(total?.getAttribute('aria-hidden')).toBe('true');
  expect(screen.getAllByText(/1,000,000/).length).toBeGreaterThan(1);
});

it.each([
  ['Cancel', () => screen.getByRole('button', { name: 'Delete all' })],
  ['Delete', () => screen.getByRole('heading', { level: 1 })],
])('%s of deleting all keeps the focus on the page', async (answer, focused) => {
  Element.prototype.scrollIntoView = () => {};
  await open([LINE]);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete all' }));
  const question = await screen.findByRole('group', { name: /Delete everything/ });
  await userEvent.click(within(question).getByRole('button', { name: answer }));
  await waitFor(() =>
    expect(screen.queryByRole('group', { name: /Delete everything/ })).toBeNull(),
  );
  expect(document.activeElement).toBe(focused());
});

it('empty cart has no bar', async () => {
  await open([]);
  await screen.findByRole('link', { name: 'Shop now' });
  expect(document.querySelector('.buy-bar')).toBeNull();
});
