// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApi, jsonResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { SearchTab } from './panel/SearchTab';
import { SearchDropdown } from './SearchDropdown';

const TEXTS = Array.from({ length: 12 }, (_, index) => `pipe ${index + 1}`);
const nothing = () => {};
/** Callbacks of the tab that leave the panel. */
const WAYS_OUT = { onFollow: nothing, onOpenImageSearch: nothing };

function Dropdown({ typed }: { typed: string }) {
  return (
    <SearchDropdown
      typed={typed}
      listId="list"
      active={undefined}
      onSearch={nothing}
      onFollow={nothing}
      onClose={nothing}
      onRetry={nothing}
      onRemove={nothing}
    />
  );
}

let isWide = true;
let requests: ReturnType<typeof fakeApi>;

beforeEach(() => {
  localStorage.setItem('heuan_searches', JSON.stringify(TEXTS));
  vi.stubGlobal('matchMedia', () => ({ matches: isWide }));
  requests = fakeApi({
    'GET /api/v1/keywork': () => Response.json({ success: true, result: ['pipe', ...TEXTS] }),
    'GET /api/v1/suggetsearch': () => jsonResponse(TEXTS.slice(0, 8).map(popular)),
    'GET /api/v1/search-product': () => Response.json({ success: true, total: 0, products: [] }),
  });
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** Popular searches with a count, except the last one, which is a suggestion of the merchant. */
const popular = (searchtext: string, index: number) => ({ searchtext, icount: index < 7 ? 1 : 0 });
const group = (name: string) => screen.findByRole('group', { name });
const options = async (name: string) => within(await group(name)).getAllByRole('option');

it.each([
  ['a wide screen', true, 10],
  ['a phone', false, 5],
])(
  'header on %s has its number of recent searches and eight popular ones',
  async (_, wide, limit) => {
    isWide = wide;
    await renderPage({ path: '/', page: () => <Dropdown typed="" /> });
    expect(await options('Popular')).toHaveLength(8);
    expect(await options('Recent searches')).toHaveLength(limit);
    expect(requests.map(({ url }) => url)).toContain('/api/v1/suggetsearch?language=en&limit=8');
  },
);

it.each([
  ['a list of suggestions', TEXTS, 1],
  ['an empty list, which is hidden,', [], 0],
])('back button of a phone closes %s: entries in the history', async (_, texts, entries) => {
  isWide = false;
  localStorage.setItem('heuan_searches', '[]');
  const answered = vi.fn(() => jsonResponse(texts.map(popular)));
  fakeApi({ 'GET /api/v1/suggetsearch': answered });
  const { client, router } = await renderPage({ path: '/', page: () => <Dropdown typed="" /> });
  await waitFor(() => expect(answered).toHaveBeenCalled());
  await waitFor(() => expect(client.isFetching()).toBe(0));
  await screen.findByRole('listbox', { hidden: true });
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  await waitFor(() => expect(router.history.location.state.__TSR_index).toBe(entries));
});

it('popular searches show their count from 1, curated suggestions none', async () => {
  await renderPage({ path: '/', page: () => <Dropdown typed="" /> });
  const [counted, proposed] = (await options('Popular')).slice(6);
  expect(counted?.textContent).toContain('1+');
  expect(proposed?.textContent).toBe(`8${TEXTS[7]}`);
});

it('header shows ten suggestions at most, without the text itself', async () => {
  await renderPage({ path: '/', page: () => <Dropdown typed="pipe" /> });
  const texts = (await options('Suggestions')).map(({ textContent }) => textContent);
  expect(texts).toEqual(TEXTS.slice(0, 10));
});

it('one character requests suggestions and no product search', async () => {
  await renderPage({ path: '/', page: () => <Dropdown typed="p" /> });
  await group('Suggestions');
  expect(requests.map(({ path }) => path)).not.toContain('/api/v1/search-product');
});

it.each([
  ['  pvc  pipe ', '  pvc  pipe '],
  ['ທໍ່  PVC', 'ທໍ່  PVC'],
])('all results of the panel are those of the text %j as it was typed', async (typed, wanted) => {
  const product = { pro_id: 7, pro_name_la: 'ທໍ່', pro_name_en: 'Pipe', pro_img_cover: '' };
  requests = fakeApi({
    'GET /api/v1/keywork': () => Response.json({ success: true, result: [] }),
    'GET /api/v1/suggetsearch': () => jsonResponse([]),
    'GET /api/v1/search-product': () =>
      Response.json({ success: true, total: 12, products: [product] }),
  });
  const { router } = await renderPage({
    path: '/',
    page: () => <SearchTab {...WAYS_OUT} />,
    leadsTo: ['/shop', '/product/$proId'],
  });
  await userEvent.type(await screen.findByRole('textbox'), typed);
  await userEvent.click(await screen.findByRole('button', { name: /12/ }));
  await screen.findByRole('heading', { name: 'at /shop' });
  expect(router.state.location.search).toEqual({ q: wanted });
});

it('search button of the panel normalizes the spaces of the text', async () => {
  const { router } = await renderPage({
    path: '/',
    page: () => <SearchTab {...WAYS_OUT} />,
    leadsTo: ['/shop'],
  });
  await userEvent.type(await screen.findByRole('textbox'), '  pvc  pipe {Enter}');
  await screen.findByRole('heading', { name: 'at /shop' });
  expect(router.state.location.search).toEqual({ q: 'pvc pipe' });
});

it('panel has six recent and eight popular searches and eight suggestions', async () => {
  await renderPage({ path: '/', page: () => <SearchTab {...WAYS_OUT} /> });
  const part = (name: string) => screen.findByRole('region', { name });
  const rows = within(await part('Popular')).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual(
    TEXTS.slice(0, 8).map((text, index) => `${index + 1}${text}`),
  );
  expect(within(await part('Recent searches')).getAllByRole('listitem')).toHaveLength(6);
  await userEvent.type(screen.getByRole('textbox'), 'pipe');
  const list = await screen.findByRole('list', { name: 'Suggestions' });
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(8));
  expect(screen.queryByRole('region', { name: 'Popular' })).toBeNull();
});
