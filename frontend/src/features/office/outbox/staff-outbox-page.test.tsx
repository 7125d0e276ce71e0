// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { StaffOutboxPage } from './StaffOutboxPage';
import type { OutboxMessage } from './staff-outbox-api';

const OUTBOX = '/api/staff/outbox';
const message = (change: Partial<OutboxMessage> = {}): OutboxMessage => ({
  message_id: 7,
  cus_id: 12,
  channel: 'sms',
  kind: 'order.ready',
  state: 'failed',
  recipient: '+8562022110193',
  language: 'en',
  subject: null,
  text: 'Heuan: Order N-1 is ready.',
  parts: 1,
  tries: 1,
  resends: 0,
  reason: 'invalid_address',
  is_undeliverable: true,
  is_in_reserve: false,
  detail: '400 no such number',
  order_id: 'o1',
  order_number: 'N-1',
  created_at: '2026-11-21T15:31:00+07:00',
  updated_at: '2026-11-21T15:31:00+07:00',
  next_at: null,
  delivered_at: null,
  ...change,
});

/** Opens the page with a fake server on which resending succeeds, unless the message waits. */
async function open(at: string, messages: OutboxMessage[], next: string | null = null) {
  const requests = fakeApi({
    [`GET ${OUTBOX}`]: () =>
      Response.json({
        success: true,
        data: messages,
        next_cursor: next,
        counts: { waiting: 2, sent: 30, failed: 1, not_configured: 0 },
        configured_channels: ['sms'],
      }),
    [`POST ${OUTBOX}/7/resend`]: () => {
      messages[0] = message({ state: 'waiting', reason: null, detail: null, resends: 1 });
      return jsonResponse(messages[0]);
    },
    [`POST ${OUTBOX}/8/resend`]: () => problemResponse(409, { reason: 'message_waiting' }),
  });
  const { router } = await renderPage({
    path: '/staff/outbox',
    at,
    page: () => <StaffOutboxPage />,
    leadsTo: ['/staff/orders/$orderId'],
  });
  return {
    address: () => router.state.location.searchStr,
    lists: () => requests.filter(({ path }) => path === OUTBOX).map(({ url }) => url),
  };
}

it('message has its address, order, text and the reason why it failed', async () => {
  await open('/staff/outbox', [message()]);
  const row = within(await screen.findByRole('listitem'));
  row.getByText('020 2211 0193');
  row.getByText('Ready');
  row.getByText('Heuan: Order N-1 is ready.');
  row.getByText('There is no such number or mailbox');
  row.getByText('400 no such number');
  expect(row.getByRole('link', { name: 'N-1' }).getAttribute('href')).toContain('/staff/orders/o1');
  screen.getByText('No provider is set up for: E-mail, WhatsApp. Their messages stop here.');
});

it('delivered message is marked', async () => {
  const sent = { state: 'sent', reason: null, detail: null, is_undeliverable: false } as const;
  await open('/staff/outbox', [
    message({ ...sent, delivered_at: '2026-11-21T15:32:00+07:00' }),
    message({ ...sent, message_id: 8 }),
  ]);
  const rows = await screen.findAllByRole('listitem');
  const states = rows.map((row) => within(row).queryByText('Delivered') !== null);
  expect(states).toEqual([true, false]);
  within(rows[1] as HTMLElement).getByText('Sent');
});

it('message in reserve says that the proved address comes first', async () => {
  const waiting = {
    state: 'waiting',
    reason: null,
    detail: null,
    is_undeliverable: false,
  } as const;
  const next_at = '2026-11-21T15:36:00+07:00';
  await open('/staff/outbox', [message({ ...waiting, next_at, is_in_reserve: true })]);
  const row = within(await screen.findByRole('listitem'));
  row.getByText('In reserve: sent if the proved address fails');
  expect(row.queryByText('Waiting')).toBeNull();
  expect(row.queryByRole('button', { name: /^Send again/ })).toBeNull();
});

it('failed message is sent again', async () => {
  await open('/staff/outbox', [message()]);
  await userEvent.click(await screen.findByRole('button', { name: 'Send again to 020 2211 0193' }));
  await within(await screen.findByRole('listitem')).findByText('Waiting');
  expect(screen.queryByRole('button', { name: /^Send again/ })).toBeNull();
});

it('message stays failed when a retry is refused', async () => {
  await open('/staff/outbox', [message({ message_id: 8 })]);
  const button = await screen.findByRole('button', { name: /^Send again/ });
  await userEvent.click(button);
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
});

it('state, channel and page are in the URL', async () => {
  const { address, lists } = await open('/staff/outbox', [message()], 'bS43');
  await userEvent.click(await screen.findByRole('link', { name: /^Failed/ }));
  await waitFor(() => expect(address()).toBe('?state=failed'));
  await userEvent.click(screen.getByRole('button', { name: 'SMS' }));
  await waitFor(() => expect(address()).toBe('?state=failed&channel=sms'));
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(address()).toBe('?state=failed&channel=sms&cursor=bS43&page=2'));
  await waitFor(() =>
    expect(lists().at(-1)).toBe(`${OUTBOX}?channel=sms&cursor=bS43&limit=50&state=failed`),
  );
});

it('empty outbox shows a message', async () => {
  await open('/staff/outbox', []);
  await screen.findByRole('heading', { name: 'No messages here' });
});

it('empty list of a state and channel leads back to all messages', async () => {
  const { address } = await open('/staff/outbox?state=failed&channel=sms', []);
  await screen.findByText('No message has this state and channel.');
  await userEvent.click(screen.getByRole('button', { name: 'Clear all filters' }));
  await waitFor(() => expect(address()).toBe(''));
  await screen.findByText('E-mails, SMS and WhatsApp messages to customers appear here.');
});
