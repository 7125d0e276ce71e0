// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeApi, jsonResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { StaffTemplatesPage } from './StaffTemplatesPage';
import type { MessageTemplate, MessageTemplates } from './staff-templates-api';

const TEMPLATES = '/api/staff/message-templates';
const HTML = '<p style="color: red">Hello</p><style>p { margin: 4px }</style>';

const template = (change: Partial<MessageTemplate> = {}): MessageTemplate => ({
  kind: 'order.ready',
  variant: null,
  subject: 'Order 1 is ready',
  text: 'Hello Noy',
  html: '<p style="color: red">Hello</p>',
  short_text: 'Heuan: Order 1 is ready.',
  parts: 1,
  own_parts: [],
  ...change,
});

async function open(at: string, change: Partial<MessageTemplates> = {}) {
  const requests = fakeApi({
    [`GET ${TEMPLATES}`]: () =>
      jsonResponse({
        templates: [
          template(),
          template({ kind: 'order.received', subject: 'Thank you' }),
          template({
            kind: 'order.received',
            variant: 'awaiting_payment',
            subject: 'Please pay',
          }),
        ],
        faults: [],
        folder: null,
        is_changed: false,
        ...change,
      }),
  });
  const { router } = await renderPage({ path: '/staff/templates', at, page: StaffTemplatesPage });
  await screen.findByText(/^(All texts are the built-in|The shop’s own texts)/);
  return {
    address: () => router.state.location.searchStr,
    urls: () => requests.map(({ url }) => url),
  };
}

it('messages of the chosen language and channel are listed with their parts', async () => {
  const { address, urls } = await open('/staff/templates');
  expect(urls().at(-1)).toBe(`${TEMPLATES}?language=la`);
  const rows = screen.getAllByRole('listitem');
  expect(rows.map((row) => within(row).getByRole('link').textContent)).toEqual([
    'Ready',
    'Order received',
    'Order received, not paid yet',
  ]);
  within(rows[2] as HTMLElement).getByText('Please pay');
  await userEvent.click(screen.getByRole('button', { name: 'English' }));
  await waitFor(() => expect(urls().at(-1)).toBe(`${TEMPLATES}?language=en`));
  await userEvent.click(screen.getByRole('button', { name: 'SMS' }));
  expect(await screen.findAllByText('1 part')).toHaveLength(3);
  expect(address()).toBe('?language=en&channel=sms');
});

it('selected message is in the URL and shows subject, text and HTML', async () => {
  const { address } = await open('/staff/templates?language=en');
  await userEvent.click(screen.getByRole('link', { name: 'Order received, not paid yet' }));
  await screen.findByRole('heading', { name: 'Order received, not paid yet' });
  expect(address()).toBe('?language=en&kind=order.received&variant=awaiting_payment');
  screen.getByText('Please pay');
  screen.getByText('Hello Noy');
  screen.getByText('Built in');
  await userEvent.click(screen.getByRole('link', { name: 'All messages' }));
  await screen.findByRole('link', { name: 'Ready' });
});

it('HTML of an e-mail runs no scripts and has no inline styles', async () => {
  await open('/staff/templates?kind=order.ready', { templates: [template({ html: HTML })] });
  const frame = await screen.findByTitle<HTMLIFrameElement>('E-mail as HTML');
  expect(frame.getAttribute('sandbox')).toBe('allow-same-origin');
  expect(frame.getAttribute('srcdoc')).toBe('<p data-style="color: red">Hello</p>');
});

it('errors, own parts and unused texts are shown', async () => {
  await open('/staff/templates?kind=order.ready', {
    templates: [template({ text: null, html: null, own_parts: ['text'] })],
    faults: [{ template: 'en/order.ready/text', message: 'there is no variable nmae' }],
    folder: '/etc/heuan/messages',
    is_changed: true,
  });
  screen.getByText('1 error in the templates');
  screen.getByText('there is no variable nmae');
  screen.getByText('/etc/heuan/messages');
  screen.getByText('The template has an error');
  screen.getByText('The shop’s own:');
  expect(screen.queryByText('These texts are not used yet')).toBeNull();
});

it('changed folder shows that a restart is needed', async () => {
  await open('/staff/templates', { folder: '/etc/heuan/messages', is_changed: true });
  screen.getByText('These texts are not used yet');
});

it.each([
  ['pickup', 'Delivery changed, pick-up'],
  ['due', 'Delivery changed, with an amount to pay'],
  ['without_amount', 'Delivery changed, no amount'],
  ['without_day', 'Delivery changed, no day'],
  ['without_device', 'Delivery changed, unknown device'],
  ['later_one', 'Delivery changed, later_one'],
])('variant %s of a message is labeled and opened', async (variant, label) => {
  const kind = 'order.delivery_changed';
  const { address } = await open('/staff/templates?language=en', {
    templates: [template({ kind, text: 'Usual' }), template({ kind, variant, text: 'Other' })],
  });
  await userEvent.click(screen.getByRole('link', { name: label }));
  await screen.findByRole('heading', { name: label });
  screen.getByText('Other');
  expect(screen.queryByText('Usual')).toBeNull();
  expect(address()).toBe(`?language=en&kind=${kind}&variant=${variant}`);
});
