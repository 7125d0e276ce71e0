// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeApi, jsonResponse } from '@/testing/fake-shop';
import { descriptionOf } from '@/testing/form-control';
import { renderPage } from '@/testing/render-page';
import { BroadcastPage } from './BroadcastPage';
import { type Broadcast, broadcastErrors, EMPTY_BROADCAST } from './broadcast';

const PATH = '/api/v1/notifications/broadcast';
const errors = (more: Partial<Broadcast>) =>
  broadcastErrors({ ...EMPTY_BROADCAST, title: 'Title', body: 'Text', ...more }).map(
    ({ field, reason }) => `${field}: ${reason}`,
  );

it.each<[string, Partial<Broadcast>, string[]]>([
  ['nothing', { title: ' ', body: '' }, ['title: required', 'body: required']],
  ['the most', { title: '😀'.repeat(120), body: 'ກ'.repeat(1000) }, []],
  [
    'more',
    { title: 'x'.repeat(121), body: 'x'.repeat(1001) },
    ['title: too_long', 'body: too_long'],
  ],
  ['a path', { actionUrl: ' /la/promotion?a=1 ', imageUrl: '/media/a.jpg' }, []],
  ['an address', { websiteUrl: 'https://a.example/x', mobileUrl: 'https://a.example' }, []],
  [
    'another shop’s',
    { actionUrl: '//evil.example', imageUrl: '/\\evil' },
    ['actionUrl: url', 'imageUrl: url'],
  ],
  [
    'no https',
    { websiteUrl: 'http://a.example', mobileUrl: 'app:open' },
    ['mobileUrl: url', 'websiteUrl: url'],
  ],
  ['a space', { actionUrl: '/a b' }, ['actionUrl: url']],
  ['a long one', { actionUrl: `/${'ກ'.repeat(342)}` }, ['actionUrl: too_long']],
])('takes what the shop takes: %s', (_, more, expected) => {
  expect(errors(more)).toEqual(expected);
});

it('invalid broadcast reports its errors, and a valid one has every field of the specification', async () => {
  const requests = fakeApi({ [`POST ${PATH}`]: () => jsonResponse({}, 201) });
  await renderPage({ path: '/', page: () => <BroadcastPage /> });
  const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
  await screen.findByRole('button', { name: 'Check and send' });
  const fill = async (name: RegExp, text: string) => {
    await userEvent.clear(field(name));
    await userEvent.click(field(name));
    await userEvent.paste(text);
  };
  await fill(/^Title/, 'x'.repeat(121));
  await fill(/^Text/, 'Ten per cent off');
  await fill(/^Link for phones/, 'app:promotion');
  await userEvent.click(screen.getByRole('button', { name: 'Check and send' }));
  expect(descriptionOf(field(/^Title/))).toContain('too long');
  expect(descriptionOf(field(/^Link for phones/))).toContain('Start with / or https://');
  expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull();

  await fill(/^Title/, ' Paint week ');
  await fill(/^Link for phones/, '/en/promotion');
  await fill(/^Website/, 'https://a.example/paint');
  await fill(/^Picture/, '/media/paint.jpg');
  await userEvent.click(screen.getByRole('button', { name: 'Check and send' }));
  await userEvent.click(screen.getByRole('button', { name: 'Send now' }));
  await screen.findByText('The announcement has been sent');
  expect(requests.map(({ body }) => body)).toEqual([
    {
      title: 'Paint week',
      body: 'Ten per cent off',
      actionUrl: '',
      mobileUrl: '/en/promotion',
      websiteUrl: 'https://a.example/paint',
      imageUrl: '/media/paint.jpg',
      category: 'general',
      topicName: 'customers',
      deliveryMethod: 'topic',
      priority: 'normal',
    },
  ]);
});
