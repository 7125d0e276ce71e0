// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Content } from '@/shared/api/types';
import { LANGUAGES, type Language } from '@/shared/i18n/languages';
import { renderPage } from '@/testing/render-page';
import { ItemList } from './ItemList';

const CONTENT = {
  slug: 'news',
  title: { la: 'ຂ່າວ', en: 'News from the shop' },
  paragraphs: [],
  items: [],
} as unknown as Content;

it('English title of a content page is marked as such for readers of German', async () => {
  const language = { ...(LANGUAGES[0] as Language), tag: 'de' };
  await renderPage({ path: '/', page: () => <ItemList content={CONTENT} />, language });
  const titles = await screen.findAllByText('News from the shop');
  // The heading and the breadcrumb of the page.
  expect(titles.map(({ lang }) => lang)).toEqual(['en', 'en']);
});
