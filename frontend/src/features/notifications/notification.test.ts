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

it('becomes the record of the pages: text of the language, a known category, normal priority', () => {
  expect(toNotificationItem(SENT, 'en')).toMatchObject({
    id: 7,
    title: 'Title',
    body: 'ເນື້ອໃນ',
    category: 'order',
    priority: 'normal',
    isRead: false,
  });
  expect(toNotificationItem({ ...SENT, not_name: 'constructor' }, 'th')).toMatchObject({
    title: 'ຫົວຂໍ້',
    category: 'general',
  });
});

it('leads to its action before its website, pages of the shop without their language', () => {
  const to = (actionUrl: string, websiteUrl = '') => notificationTarget({ actionUrl, websiteUrl });
  expect(to('/la/account/orders/o-1?a=1')).toMatchObject({
    kind: 'inside',
    path: '/account/orders/o-1',
    search: { a: '1' },
  });
  expect(to(`${location.origin}/cart`)).toMatchObject({ kind: 'inside', path: '/cart' });
  expect(to('', 'https://a.example/')).toEqual({ kind: 'outside', href: 'https://a.example/' });
  expect(to('javascript:alert(1)')).toEqual({ kind: 'none' });
  expect(to('//evil.example', '#')).toEqual({ kind: 'none' });
});

it('says how long ago it was on the first day, then the date in the short form of the Thai locale', async () => {
  const language = languageOf('en');
  if (!language) throw new Error('no English');
  await loadMessagePart('notices', language);
  const t = await loadMessages(language);
  const after = (minutes: number) => formatAge(at, Date.parse(at) + minutes * 60_000, t);
  expect(after(-5)).toBe('Just now');
  expect(after(0.5)).toBe('Just now');
  expect(after(1)).toBe('1 minute ago');
  expect(after(59)).toBe('59 minutes ago');
  expect(after(125)).toBe('2 hours ago');
  expect(after(24 * 60)).toBe('21/11/26');
  expect(formatAge('', 0, t)).toBe('');
});
