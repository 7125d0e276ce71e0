// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { languageOf } from '@/shared/i18n/languages';
import { loadMessagePart, loadMessages } from '@/shared/i18n/load-messages';
import { toNotificationItem } from './notification';
import { formatAge } from './notification-age';
import { notificationTarget } from './notification-target';

const at = '2026-11-21T10:00:00+07:00';
const SENT = {
  no_id: 7,
  no_title: 'ຫົວຂໍ້',
  no_body: 'ເນື້ອໃນ',
  no_title_en: 'Title',
  no_body_en: '',
  imageurl: '',
  no_actionurl: '/cart',
  no_websiteurl: '',
  not_name: 'order',
  isread_user: false,
  no_cratedat: at,
  no_updatedat: at,
};

it('notification of the API becomes the record of the pages', () => {
  expect(toNotificationItem(SENT)).toMatchInlineSnapshot(`
    {
      "actionUrl": "/cart",
      "body": {
        "en": "",
        "la": "ເນື້ອໃນ",
      },
      "category": "order",
      "createdAt": "2026-11-21T10:00:00+07:00",
      "id": 7,
      "imageUrl": "",
      "isRead": false,
      "priority": "normal",
      "title": {
        "en": "Title",
        "la": "ຫົວຂໍ້",
      },
      "updatedAt": "2026-11-21T10:00:00+07:00",
      "websiteUrl": "",
    }
  `);
});

it('notification of an unknown category has the general one', () => {
  expect(toNotificationItem({ ...SENT, not_name: 'constructor' }).category).toBe('general');
});

it('notification opens its action before its website, and ignores invalid addresses', () => {
  const to = (actionUrl: string, websiteUrl = '') => notificationTarget({ actionUrl, websiteUrl });
  expect([
    to('/la/account/orders/o-1?a=1'),
    to(`${location.origin}/cart`, 'https://a.example/'),
    to('', 'https://a.example/'),
    to('javascript:alert(1)'),
    to('//evil.example', '#'),
  ]).toMatchInlineSnapshot(`
    [
      {
        "hash": undefined,
        "kind": "inside",
        "path": "/account/orders/o-1",
        "search": {
          "a": "1",
        },
      },
      {
        "hash": undefined,
        "kind": "inside",
        "path": "/cart",
        "search": {},
      },
      {
        "href": "https://a.example/",
        "kind": "outside",
      },
      {
        "kind": "none",
      },
      {
        "kind": "none",
      },
    ]
  `);
});

it('age on the first day is in minutes or hours, later the date in the short form of the Thai locale', async () => {
  const language = languageOf('en');
  if (!language) throw new Error('no English');
  await loadMessagePart('notifications', language);
  const t = await loadMessages(language);
  const after = (minutes: number) => formatAge(at, Date.parse(at) + minutes * 60_000, t);
  expect([-5, 0.5, 1, 59, 125, 24 * 60].map(after)).toEqual([
    'Just now',
    'Just now',
    '1 minute ago',
    '59 minutes ago',
    '2 hours ago',
    '21/11/26',
  ]);
  expect(formatAge('', 0, t)).toBe('');
});
