// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeApi, jsonResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import type { Customer, MessageChannels } from './account-api';
import { MessagesSection } from './MessagesSection';

const CHANNELS = '/api/auth/notifications/channels';
const customer = { cus_id: 7, phone: '+8562055512345', email: '' } as Customer;

async function open(change: Partial<MessageChannels> = {}) {
  let chosen: MessageChannels = {
    channels: ['email', 'sms'],
    is_chosen: false,
    language: 'la',
    available: ['email', 'sms', 'whatsapp'],
    undeliverable: [],
    wants_news: false,
    ...change,
  };
  const requests = fakeApi({
    [`GET ${CHANNELS}`]: () => jsonResponse(chosen),
    [`PUT ${CHANNELS}`]: ({ body }) => {
      chosen = { ...chosen, ...(body as MessageChannels), is_chosen: true };
      return jsonResponse(chosen);
    },
  });
  await renderPage({
    path: '/account/profile',
    page: () => <MessagesSection customer={customer} />,
  });
  return () => requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
}

it('chosen channels are saved with the language of the page', async () => {
  const saved = await open();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'WhatsApp' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(saved()).toEqual([
      { channels: ['email', 'sms', 'whatsapp'], language: 'en', wants_news: false },
    ]),
  );
});

it('last channel that reaches the customer cannot be switched off', async () => {
  await open();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'SMS' }));
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  screen.getByText('Choose at least one: messages about orders cannot be switched off.');
});

it('shop without providers offers news alone, which come as pushes', async () => {
  const saved = await open({ available: [] });
  await screen.findByText(/only in the shop/);
  expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  await userEvent.click(screen.getByRole('checkbox', { name: /^News and offers/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved()).toEqual([{ wants_news: true }]));
});

it('news are saved by a customer without an address of an offered channel', async () => {
  const saved = await open({ available: ['email'] });
  await userEvent.click(await screen.findByRole('checkbox', { name: /^News and offers/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved()).toEqual([{ wants_news: true }]));
});

it('channels and news that were both changed are saved together', async () => {
  const saved = await open();
  await userEvent.click(await screen.findByRole('checkbox', { name: /^News and offers/ }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'WhatsApp' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(saved()).toEqual([
      { channels: ['email', 'sms', 'whatsapp'], language: 'en', wants_news: true },
    ]),
  );
});

it('news are off until the customer agrees', async () => {
  const saved = await open();
  const news = await screen.findByRole('checkbox', { name: /^News and offers/ });
  expect(news).toHaveProperty('checked', false);
  await userEvent.click(news);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved()).toEqual([{ wants_news: true }]));
});

it('undeliverable address is named', async () => {
  await open({ undeliverable: ['sms'] });
  await screen.findByRole('checkbox', { name: /^SMS ?Messages do not arrive here/ });
});
