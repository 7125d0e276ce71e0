// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LANGUAGES, type Language } from '@/shared/i18n/languages';
import { renderPage } from '@/testing/render-page';
import { NotificationRow } from './NotificationRow';
import { toNotificationItem } from './notification';

const SENT = {
  no_id: 7,
  no_title: 'ຫົວຂໍ້',
  no_body: 'ເນື້ອໃນ',
  no_title_en: 'Your order is ready',
  no_body_en: '',
  imageurl: '',
  no_actionurl: '',
  no_websiteurl: '',
  not_name: 'order',
  isread_user: true,
  no_cratedat: '2026-11-21T10:00:00+07:00',
  no_updatedat: '2026-11-21T10:00:00+07:00',
};

it.each([
  ['German', { ...(LANGUAGES[0] as Language), tag: 'de' }, 'Your order is ready', 'en'],
  ['Chinese', 'cn', 'Your order is ready', 'en'],
  ['English', 'en', 'Your order is ready', ''],
  ['Thai', 'th', 'ຫົວຂໍ້', 'lo'],
] as const)(
  'row of a notification for readers of %s has a text and its language',
  async (_, language, title, lang) => {
    const page = () => (
      <ul>
        <NotificationRow notification={toNotificationItem(SENT)} now={0} onClick={() => {}} />
      </ul>
    );
    await renderPage({ path: '/', page, language });
    expect((await screen.findByText(title)).lang).toBe(lang);
    // Without an English text the Lao one is shown.
    expect(screen.getByText('ເນື້ອໃນ').lang).toBe('lo');
  },
);
