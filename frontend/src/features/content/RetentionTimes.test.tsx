// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApi, jsonResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { RetentionTimes } from './RetentionTimes';

const TIMES = {
  chat_messages: 0,
  chat_images: 0,
  notifications: 180,
  searches: null,
  contact_messages: 1,
  events: 90,
  staff_log: 730,
  order_contacts: 3650,
  orders: -1,
  known_browsers: 400,
  code_messages: 1,
  sessions: 30,
  link_previews: 91,
  counted_searches: 7,
};

it('retention times are those of the server, without unknown ones', async () => {
  fakeApi({ 'GET /api/v1/retention': () => jsonResponse(TIMES) });
  await renderPage({ path: '/privacy-policy', page: RetentionTimes });
  await screen.findByRole('heading', { name: 'How long we keep your data' });
  expect(screen.getAllByText('until you delete your account')).toHaveLength(2);
  screen.getByText('180 days');
  expect(screen.getAllByText('1 day')).toHaveLength(2);
  const timeOf = (label: string) =>
    screen.getByText(label).closest('div')?.querySelector('dd')?.textContent;
  expect(timeOf('Orders and invoices, without name and address')).toBe('without a time limit');
  expect(timeOf('Name, phone and address on orders')).toBe('10 years');
  expect(timeOf('Log of what our staff do')).toBe('2 years');
  expect(timeOf('Browsers you have signed in with')).toBe('400 days');
  expect(timeOf('Messages with one-time codes')).toBe('1 day');
  expect(timeOf('Your sign-in on a device, after you last used it')).toBe('30 days');
  expect(timeOf('Previews of links in the chat, after they were last shown')).toBe('91 days');
  expect(timeOf('Searches counted for popular searches, without your name')).toBe('7 days');
  expect(screen.queryByText('Searches')).toBeNull();
});
