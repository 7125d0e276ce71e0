// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LANGUAGES, type Language } from '@/shared/i18n/languages';
import { fakeApi, jsonResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { usePopularSearches } from './popular-searches';

const LAO = LANGUAGES[0];

function Texts() {
  return usePopularSearches().map(({ searchtext }) => <p key={searchtext}>{searchtext}</p>);
}

it.each<[string, Language]>([
  ['lo', LAO],
  ['zh', LANGUAGES[3]],
  ['vi', LANGUAGES[4]],
  ['ar', { ...LAO, tag: 'ar', dir: 'rtl' }],
])(
  'popular searches are those that the shop has for the page’s language %s',
  async (language, page) => {
    const requests = fakeApi({
      'GET /api/v1/suggetsearch': () => jsonResponse([{ searchtext: 'paint', icount: 12 }]),
    });
    await renderPage({ path: '/', page: Texts, language: page });
    expect(await screen.findByText('paint')).toBeTruthy();
    expect(requests.map(({ url }) => url)).toEqual([
      `/api/v1/suggetsearch?language=${language}&limit=8`,
    ]);
  },
);
