// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { staffMe } from '@/testing/staff-people';
import { OfficeLayout } from './OfficeLayout';

const USER = { fname: 'Chantha', lname: 'P', email: '', phone: '' };
const PAGES = ['/', '/staff', '/staff/chat', '/staff/orders', '/staff/people', '/staff/audit'];

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = 'cus_id=1';
  HTMLDialogElement.prototype.showModal = () => {};
  globalThis.matchMedia = (media) =>
    ({ media, matches: true, addEventListener() {}, removeEventListener() {} }) as never;
});
afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = 'cus_id=; max-age=0';
});

async function open(path: string, answers: Parameters<typeof fakeApi>[0]) {
  const requests = fakeApi({
    'GET /api/v1/verify-token': () => Response.json({ success: true, payload: USER }),
    'GET /api/staff/messages': () =>
      Response.json({ success: true, data: [], next_before: null, open: 3 }),
    ...answers,
  });
  await renderPage({
    path,
    page: () => <OfficeLayout />,
    leadsTo: ['/account/login', ...PAGES.filter((page) => page !== path)],
  });
  return () => requests.map(({ path: called }) => called);
}

const me = (role: Parameters<typeof staffMe>[0]) => ({
  'GET /api/staff/me': () => jsonResponse(staffMe(role)),
});
const entries = async () => {
  const [rail] = await screen.findAllByRole('navigation', { name: 'Back office menu' });
  return within(rail as HTMLElement)
    .getAllByRole('link')
    .slice(1)
    .map(({ textContent }) => textContent);
};

it('clerk sees the entries of the role, with the count of open messages', async () => {
  await open('/staff/messages', me('clerk'));
  await waitFor(async () =>
    expect(await entries()).toEqual([
      'Today',

      'Orders',
      'Chat',

      'Customers',
      'Messages33 waiting',

      'Outbox',

      'Quick replies',
    ]),
  );
  screen.getByText('Clerk');
});

it('editor sees the entries of the role and sends no other request', async () => {
  const calls = await open('/staff/people', me('editor'));
  expect(await entries()).toEqual([
    'Today',
    'Products',
    'Content',
    'Import and export',
    'Searches',
    'Announcement',
    'News to customers',
  ]);
  await screen.findByRole('heading', { name: 'Your role does not allow this' });
  screen.getByText('You are signed in as: Editor. A manager can change your role.');
  const staffCalls = calls().filter((path) => path.startsWith('/api/staff/'));
  expect(staffCalls).toEqual(['/api/staff/me']);
});

it('manager sees people and audit log', async () => {
  await open('/staff/people', me('manager'));
  expect((await entries()).slice(-2)).toEqual(['People, roles', 'Audit log']);
});

it('temporary password has to be replaced first', async () => {
  await open('/staff/people', {
    'GET /api/staff/me': () =>
      jsonResponse({ ...staffMe('clerk'), areas: [], has_temporary_password: true }),
  });
  await screen.findByRole('heading', { name: 'Choose your own password' });
  expect(screen.queryByRole('navigation', { name: 'Back office menu' })).toBeNull();
  // The shell has the landmark, and a page has only one.
  expect(screen.queryByRole('main')).toBeNull();
});

it('customer sees at the entrance that the back office is for staff', async () => {
  await open('/staff', { 'GET /api/staff/me': () => problemResponse(404) });
  await screen.findByRole('heading', { name: 'For the shop’s staff only' });
});

it('customer finds no page at any other address', async () => {
  await open('/staff/people', { 'GET /api/staff/me': () => problemResponse(404) });
  await screen.findByRole('heading', { name: 'Page not found' });
  expect(screen.queryByText(/staff/i)).toBeNull();
});

it('expired session redirects to the login', async () => {
  let isOver = false;
  await open('/staff/people', {
    'GET /api/v1/verify-token': () =>
      isOver
        ? problemResponse(401, { reason: 'session' })
        : Response.json({ success: true, payload: USER }),
    'GET /api/staff/me': () => {
      isOver = true;
      return problemResponse(404);
    },
  });
  await screen.findByRole('heading', { name: 'Please log in as staff' });
});
