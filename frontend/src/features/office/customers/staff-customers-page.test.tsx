// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeApi } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { staffAccount } from '@/testing/staff-people';
import { StaffCustomersPage } from './StaffCustomersPage';
import type { CustomerRow } from './staff-customers-api';

const CUSTOMERS = '/api/staff/customers';
const row = (change: Partial<CustomerRow> = {}): CustomerRow => ({
  account: staffAccount({ cus_id: 100001, fname: 'Noy', lname: 'Keo', role: 'customer' }),
  blocked_at: null,
  order_count: 3,
  ...change,
});

async function open(at: string, data: CustomerRow[], next: string | null = null) {
  const requests = fakeApi({
    [`GET ${CUSTOMERS}`]: () => Response.json({ success: true, data, next_cursor: next }),
  });
  const { router } = await renderPage({
    path: '/staff/customers',
    at,
    page: () => <StaffCustomersPage />,
    leadsTo: ['/staff/customers/$cusId', '/staff/orders'],
  });
  return {
    address: () => router.state.location.searchStr,
    lists: () => requests.filter(({ path }) => path === CUSTOMERS).map(({ url }) => url),
  };
}

it('list has name, number and orders, and marks a blocked customer and a role', async () => {
  const other = staffAccount({ cus_id: 100002, fname: 'Kham', email: 'kham@example.com' });
  await open('/staff/customers', [
    row({ blocked_at: '2026-11-21T15:31:00+07:00', order_count: null }),
    row({ account: other }),
  ]);
  const [first, second] = within(await screen.findByRole('table', { name: 'Customers' }))
    .getAllByRole('row')
    .slice(1);
  expect(first?.textContent).toContain('Noy KeoBlocked');
  expect(first?.textContent).toContain('020 2211 0190');
  expect(first?.textContent).toContain('—');
  expect(second?.textContent).toContain('Manager');
  expect(second?.textContent).toContain('kham@example.com');
  const link = within(first as HTMLElement).getByRole('link', { name: 'Noy Keo' });
  expect(link.getAttribute('href')).toBe('/staff/customers/100001');
});

it('number of a customer without a name is shown once in the row of a phone', async () => {
  const account = { ...row().account, fname: '', lname: '' };
  await open('/staff/customers', [row({ account })]);
  const card = (await screen.findAllByRole('listitem')).at(-1);
  expect(card?.textContent?.match(/020 2211 0190/g)).toHaveLength(1);
});

it('search and page are in the URL, also a phone number', async () => {
  const { address, lists } = await open('/staff/customers?search=2055123456', [row()], '100001');
  const field = await screen.findByRole('searchbox', { name: 'Name, phone, e-mail' });
  expect((field as HTMLInputElement).value).toBe('2055123456');
  await userEvent.clear(field);
  await userEvent.type(field, 'noy');
  await waitFor(() => expect(address()).toBe('?search=noy'));
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(lists().at(-1)).toContain('cursor=100001'));
  expect(lists().at(-1)).toContain('search=noy');
  expect(lists()[0]).toContain('search=2055123456');
});

it('search without a result leads back to all customers', async () => {
  const { address } = await open('/staff/customers?search=x&view=blocked', []);
  await screen.findByText('No customer found');
  await userEvent.click(screen.getByRole('button', { name: 'Show all customers' }));
  await waitFor(() => expect(address()).toBe(''));
});
