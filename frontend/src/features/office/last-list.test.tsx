// @vitest-environment jsdom

import { cleanup, renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { publishSessionEvent } from '@/domain/session/session-events';
import { fakeApi } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { StaffCustomerPage } from './customer/StaffCustomerPage';
import { StaffCustomersPage } from './customers/StaffCustomersPage';
import { lastList, useRememberList } from './last-list';
import { StaffOrderPage } from './order/StaffOrderPage';
import { StaffOrdersPage } from './orders/StaffOrdersPage';
import { StaffProductPage } from './product/StaffProductPage';
import { StaffProductsPage } from './products/StaffProductsPage';

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = () => {};
  Element.prototype.scrollTo = () => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  fakeApi({});
});

type Case = [
  list: string,
  query: string,
  List: () => ReactNode,
  entry: string,
  Entry: () => ReactNode,
  name: string,
];

it.each<Case>([
  [
    '/staff/orders',
    '?search=Noy&status=ready',
    StaffOrdersPage,
    '$orderId',
    StaffOrderPage,
    'orders',
  ],
  [
    '/staff/products',
    '?search=tile&stock=low&sort=updated',
    StaffProductsPage,
    '$proId',
    StaffProductPage,
    'products',
  ],
  [
    '/staff/customers',
    '?search=Noy&view=blocked',
    StaffCustomersPage,
    '$cusId',
    StaffCustomerPage,
    'customers',
  ],
])(
  'back button of an entry of %s leads to the list with %s',
  async (list, query, List, entry, Entry, name) => {
    const leadsTo = ['/staff/orders', '/staff/orders/new', '/staff/orders/print'];
    await renderPage({
      path: list,
      at: list + query,
      page: List,
      leadsTo: leadsTo.filter((one) => one !== list),
    });
    await screen.findByRole('heading', { level: 1 });
    cleanup();
    await renderPage({ path: `${list}/${entry}`, at: `${list}/7`, page: Entry, leadsTo: [list] });
    const back = await screen.findByRole('link', { name: `Back to the ${name}` });
    const { pathname, searchParams } = new URL(back.getAttribute('href') ?? '', 'http://shop');
    expect(pathname).toBe(list);
    expect(Object.fromEntries(searchParams)).toEqual(
      Object.fromEntries(new URLSearchParams(query)),
    );
  },
);

it('filters of a list are remembered until the session ends', async () => {
  renderHook(() => useRememberList('customers', { search: 'Noy' }));
  expect(lastList('customers')).toEqual({ search: 'Noy' });
  await publishSessionEvent('sessionEnded', {} as never);
  expect(lastList('customers')).toEqual({});
});
