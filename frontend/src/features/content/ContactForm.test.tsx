// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { ContactForm } from './ContactForm';

const VISITOR = { 'GET /api/v1/verify-token': () => problemResponse(401, { reason: 'session' }) };

beforeEach(() => {
  localStorage.clear();
  const meta = document.createElement('meta');
  Object.assign(meta, { name: 'heuan-key', content: 'heuan-demo-key' });
  document.head.append(meta);
});
afterEach(() => {
  document.head.replaceChildren();
  vi.unstubAllGlobals();
});

const show = (language: 'la' | 'en' = 'en') =>
  renderPage({ path: '/contact', page: ContactForm, language });
const field = (name: string) => screen.getByLabelText(name);

async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.selectOptions(await screen.findByLabelText('You are'), 'Supplier');
  await user.selectOptions(field('Topic'), 'Product inquiry');
  await user.type(field('Name'), ' Noy ');
  await user.type(field('Phone number'), '020 5512 3456');
  await user.type(field('Message'), 'Do you sell tiles?');
}
const press = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Send message' }));

it('contact form sends text and choice ids and shows the message number', async () => {
  const requests = fakeApi({
    ...VISITOR,
    'POST /api/v1/contact': () => jsonResponse({ contact_id: 7 }, 201),
  });
  await show();
  const user = userEvent.setup();
  await fill(user);
  await press(user);
  expect(await screen.findByText('Message 7 received')).toBeTruthy();
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    sender_type: 3,
    topic: 3,
    name: 'Noy',
    phone: '020 5512 3456',
    email: '',
    message: 'Do you sell tiles?',
  });
  await user.click(screen.getByRole('button', { name: 'Write another' }));
  expect((field('Message') as HTMLTextAreaElement).value).toBe('');
  expect((field('Name') as HTMLInputElement).value).toBe('Noy');
});

it('contact form has the senders and topics of the specification', async () => {
  fakeApi(VISITOR);
  await show('la');
  const options = (label: string) =>
    [...(field(label) as HTMLSelectElement).options].map(({ value, text }) => [value, text]);
  await screen.findByLabelText('ທ່ານແມ່ນ');
  expect(options('ທ່ານແມ່ນ').slice(1)).toEqual([
    ['1', 'ລູກຄ້າ'],
    ['2', 'ພະນັກງານ'],
    ['3', 'ຜູ້ສະໜອງ'],
    ['4', 'ອົງການ / ໜ່ວຍງານ'],
  ]);
  expect(
    options('ຫົວຂໍ້')
      .slice(1)
      .map(([value]) => value),
  ).toEqual(['1', '2', '3']);
});

it('empty contact form names every missing field and sends nothing', async () => {
  const requests = fakeApi(VISITOR);
  await show();
  const user = userEvent.setup();
  await screen.findByLabelText('You are');
  await press(user);
  for (const text of [
    'Please choose who you are',
    'Please choose a topic',
    'Please enter your name',
    'Please enter a phone number or an e-mail address',
    'Please write a message',
  ]) {
    expect(screen.getAllByText(text).length).toBeGreaterThan(0);
  }
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

it('contact form keeps its text when rate-limited, and says how long to wait', async () => {
  const wait = () =>
    new Response(JSON.stringify({ code: 'resource_exhausted' }), {
      status: 429,
      headers: { 'retry-after': '600' },
    });
  fakeApi({ ...VISITOR, 'POST /api/v1/contact': wait });
  await show();
  const user = userEvent.setup();
  await fill(user);
  await press(user);
  expect(await screen.findByText(/try again in 10 minutes/)).toBeTruthy();
  expect((field('Message') as HTMLTextAreaElement).value).toBe('Do you sell tiles?');
});

it('validation error of the server is shown at its field', async () => {
  const errors = { code: 'invalid_argument', errors: [{ field: 'phone', message: 'no' }] };
  fakeApi({ ...VISITOR, 'POST /api/v1/contact': () => problemResponse(400, errors) });
  await show();
  const user = userEvent.setup();
  await fill(user);
  await press(user);
  expect((await screen.findAllByText(/needs 8 digits after 020/)).length).toBeGreaterThan(0);
});
