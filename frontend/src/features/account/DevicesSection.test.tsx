// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { categoriesQuery } from '@/shared/api/site-queries';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { DevicesSection } from './DevicesSection';

const here = {
  session_id: '0000000000000001',
  device: 'Chrome on Android',
  created_at: '2026-11-20T09:00:00+07:00',
  last_used_at: '2026-11-21T09:00:00+07:00',
  is_current: true,
};
const elsewhere = { ...here, session_id: '0000000000000002', device: '', is_current: false };
const SESSIONS = 'GET /api/auth/sessions';
const END = 'DELETE /api/auth/sessions/0000000000000002';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('scrollTo', () => {});
  Element.prototype.scrollIntoView = () => {};
});

const open = () =>
  renderPage({
    path: '/account/profile',
    page: DevicesSection,
    at: '/account/profile',
    leadsTo: ['/'],
    known: { [categoriesQuery.queryKey[0]]: { data: [] } },
  });

it('devices are listed, and only others can be logged out', async () => {
  fakeApi({ [SESSIONS]: () => jsonResponse([here, elsewhere]) });
  await open();
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toContain(
    'Chrome on AndroidThis deviceLast used: 21 November 2026, 09:00',
  );
  expect(within(first as HTMLElement).queryByRole('button')).toBe(null);
  expect(second?.textContent).toContain('Unknown device');
  expect(screen.getByRole('button', { name: 'Log out Unknown device' })).toBeTruthy();
});

it.each([
  ['that is still there', () => jsonResponse({})],
  ['that has ended already', () => problemResponse(404, { code: 'not_found' })],
])('device %s is logged out after a confirmation and leaves the list', async (_, answer) => {
  let listed = [here, elsewhere];
  const requests = fakeApi({
    [SESSIONS]: () => jsonResponse(listed),
    [END]: () => {
      listed = [here];
      return answer();
    },
  });
  const user = userEvent.setup();
  await open();
  await user.click(await screen.findByRole('button', { name: 'Log out Unknown device' }));
  const question = screen.getByRole('group', { name: 'Log out Unknown device?' });
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Log out Unknown device' }));
  await user.click(
    within(screen.getByRole('group', { name: 'Log out Unknown device?' })).getByRole('button', {
      name: 'Log out',
    }),
  );
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
});

it('other devices are logged out together, and this one stays', async () => {
  let listed = [here, elsewhere];
  const requests = fakeApi({
    [SESSIONS]: () => jsonResponse(listed),
    'DELETE /api/auth/sessions': () => {
      listed = [here];
      return jsonResponse({});
    },
  });
  const user = userEvent.setup();
  await open();
  await user.click(await screen.findByRole('button', { name: 'Log out other devices' }));
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Log out other devices' })).toBeNull();
  expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

it('log out everywhere ends all sessions and leads home', async () => {
  const requests = fakeApi({
    [SESSIONS]: () => jsonResponse([here]),
    'POST /api/auth/log': () => jsonResponse({}),
    'POST /api/auth/logout': () => jsonResponse({}),
  });
  const user = userEvent.setup();
  await open();
  await user.click(await screen.findByRole('button', { name: 'Log out everywhere' }));
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  await screen.findByRole('heading', { name: 'at /' });
  expect(requests.map(({ url }) => url)).toContain('/api/auth/logout?all=1');
});

it('failed list of devices offers a retry', async () => {
  fakeApi({ [SESSIONS]: () => problemResponse(503, { code: 'unavailable' }) });
  await open();
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});
