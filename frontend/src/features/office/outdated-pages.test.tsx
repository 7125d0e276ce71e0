// @vitest-environment jsdom

import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { sources } from '@/testing/sources';
import { staffOrder } from '@/testing/staff-order';
import { staffAccount } from '@/testing/staff-people';
import { staffProductDetail, TAXONOMY } from '@/testing/staff-product';
import { until } from '@/testing/until';
import { blankBody } from './content/content-schema';
import { StaffContentItemPage } from './content/StaffContentItemPage';
import { StaffCustomerPage } from './customer/StaffCustomerPage';
import { StaffOrderPage } from './order/StaffOrderPage';
import { StaffProductPage } from './product/StaffProductPage';

const ORDER = '/api/staff/orders/01K9';
const PRODUCT = '/api/staff/products/101002';
const CUSTOMER = '/api/staff/customers/100001';
const CONTENT = '/api/staff/content/promotion/3';
const PROFILE = {
  account: staffAccount({ cus_id: 100001, role: 'customer' }),
  block: null,
  sessions: [],
  notes: [],
  order_count: 0,
  erasure: null,
};
const PROMOTION = {
  kind: 'promotion',
  item_id: '3',
  version: 'a',
  body: blankBody('promotion'),
  changes: [],
  changes_cursor: null,
};

type Page = [
  name: string,
  path: string,
  at: string,
  page: () => ReactNode,
  api: string,
  data: object,
];

const CUSTOMER_PAGE: Page = [
  'customer',
  '/staff/customers/$cusId',
  '/staff/customers/100001',
  StaffCustomerPage,
  CUSTOMER,
  PROFILE,
];
const PAGES: Page[] = [
  ['order', '/staff/orders/$orderId', '/staff/orders/01K9', StaffOrderPage, ORDER, staffOrder()],
  [
    'product',
    '/staff/products/$proId',
    '/staff/products/101002',
    StaffProductPage,
    PRODUCT,
    staffProductDetail(),
  ],
  CUSTOMER_PAGE,
  [
    'content item',
    '/staff/content/$contentKey',
    '/staff/content/promotion~3',
    () => <StaffContentItemPage preview={() => null} />,
    CONTENT,
    PROMOTION,
  ],
];

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = () => {};
});

/** Opens a page whose next request has the given response. */
async function open([, path, at, page, api, data]: Page, next: () => Response) {
  let answer = () => jsonResponse(data);
  fakeApi({
    ...TAXONOMY,
    'GET /api/v1/pomotion/type': () => jsonResponse([]),
    'GET /api/staff/product-locations': () => jsonResponse({ locations: {} }),
    'GET /api/staff/orders': () =>
      Response.json({ success: true, data: [], next_cursor: null, total: 0 }),
    [`GET ${CUSTOMER}/points`]: () => jsonResponse({ balance: 0, next_cursor: null, entries: [] }),
    [`GET ${CUSTOMER}/undeliverable`]: () => jsonResponse([]),
    [`GET ${api}`]: () => answer(),
  });
  const { client } = await renderPage({
    path,
    at,
    page,
    leadsTo: [
      '/staff/orders',
      '/staff/products',
      '/staff/customers',
      '/staff/content',
      '/staff/$cusId',
      '/shop/$proId',
    ].filter((one) => one !== path),
  });
  const regions = () => screen.queryAllByRole('region').length;
  await until(() => expect(regions()).toBeGreaterThan(1));
  expect(notice()).toBeNull();
  answer = next;
  const renew = async () => {
    await act(() => client.invalidateQueries());
  };
  await renew();
  const mend = () => {
    answer = () => jsonResponse(data);
  };
  return { renew, regions, mend };
}

const notice = () => screen.queryByText(/^Connection lost\. This page is from /);

it.each(PAGES)('page of the %s says that it is outdated until it is renewed', async (...page) => {
  const { renew, regions, mend } = await open(page, () => problemResponse(503));
  await until(() => expect(notice()).not.toBeNull());
  expect(regions()).toBeGreaterThan(1);
  mend();
  await renew();
  await until(() => expect(notice()).toBeNull());
});

it('customer who no longer exists is not an outdated page', async () => {
  let isAsked = false;
  await open(CUSTOMER_PAGE, () => {
    isAsked = true;
    return problemResponse(404);
  });
  await until(() => expect(isAsked).toBe(true));
  expect(notice()).toBeNull();
});

it('query that is renewed with the focus of the window is also renewed with the connection', () => {
  const count = (text: string, option: RegExp) => text.match(option)?.length ?? 0;
  const missing = sources(/^.*\/features\/office\/.*-api\.ts$/).filter(
    ({ text }) =>
      count(text, /refetchOnWindowFocus: true/g) > count(text, /refetchOnReconnect: 'always'/g),
  );
  expect(missing.map(({ path }) => path)).toEqual([]);
});
