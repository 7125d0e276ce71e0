// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { StaffSearchesPage } from './StaffSearchesPage';
import type { SearchRule, StaffSearch, SynonymGroup } from './staff-searches-api';

const SEARCHES = '/api/staff/searches';
const AT = '2026-11-21T15:31:00+07:00';
const search = (change: Partial<StaffSearch> = {}): StaffSearch => ({
  text: 'ປູນຕາເສືອ',
  visitors: 38,
  clicked_visitors: 0,
  has_result: false,
  last_at: AT,
  rule: null,
  ...change,
});
const group = (words: string[]): SynonymGroup => ({
  group_id: 8,
  words,
  version: 1,
  updated_at: AT,
  updated_by: 'Noy',
});

// jsdom has no modal dialogs.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

/** The requested page of a list, of two rows. */
function pageOf<Row>(rows: Row[], url: string) {
  const start = Number(new URL(url, 'http://shop').searchParams.get('cursor') ?? 0);
  const end = start + 2;
  const next = end < rows.length ? String(end) : null;
  return { success: true, data: rows.slice(start, end), next_cursor: next, total: rows.length };
}

type Shop = {
  searches?: StaffSearch[];
  limit?: number;
  groups?: SynonymGroup[];
  rules?: SearchRule[];
};

async function open(at: string, { searches = [], limit, groups = [], rules = [] }: Shop) {
  const requests = fakeApi({
    [`GET ${SEARCHES}`]: ({ url }) =>
      Response.json({
        ...pageOf(searches, url),
        limited_to: limit ?? null,
        window_hours: 168,
        min_visitors: 3,
      }),
    [`GET ${SEARCHES}/synonyms`]: ({ url }) => Response.json(pageOf(groups, url)),
    [`GET ${SEARCHES}/rules`]: () => jsonResponse(rules),
    [`POST ${SEARCHES}/synonyms`]: ({ body }) => {
      const { words } = body as { words: string[] };
      if (words.includes('taken')) return problemResponse(409, { reason: 'synonym_exists' });
      groups.push(group(words));
      return jsonResponse(group(words));
    },
    [`DELETE ${SEARCHES}/synonyms/8`]: ({ url }) => {
      const version = Number(new URL(url, 'http://x').searchParams.get('version'));
      if (version !== groups.at(-1)?.version) {
        return problemResponse(409, { reason: 'synonyms_changed' });
      }
      groups.pop();
      return jsonResponse({});
    },
    [`PUT ${SEARCHES}/rules`]: ({ body }) => {
      const { searchtext: text, action } = body as { searchtext: string; action: 'pin' | 'block' };
      rules.push({ text, action, created_at: AT, created_by: 'Noy', has_result: true });
      return jsonResponse(rules.at(-1));
    },
  });
  const { router } = await renderPage({
    path: '/staff/searches',
    at,
    page: () => <StaffSearchesPage />,
    leadsTo: ['/shop'],
  });
  return {
    address: () => router.state.location.searchStr,
    changes: () => requests.filter(({ method }) => method !== 'GET').map(({ body }) => body),
    lists: (path = SEARCHES) => requests.filter((one) => one.path === path).map(({ url }) => url),
  };
}

it('search shows its visitors and links to its results', async () => {
  const { lists } = await open('/staff/searches', { searches: [search()] });
  const row = within(await screen.findByRole('listitem'));
  row.getByText('No result');
  row.getByText(/38 visitors/);
  expect(row.getByRole('link').getAttribute('href')).toContain('/shop?search=');
  expect(row.queryByRole('button', { name: /^Pin/ })).toBeNull();
  expect(lists()[0]).toContain('view=without_result');
  screen.getByText('The last 7 days; searches of at least 3 visitors.');
});

it('list of the most frequent searches says that it has only these', async () => {
  await open('/staff/searches', { searches: [search()], limit: 2000 });
  await screen.findByText(/covers only the 2,000 most frequent searches/);
});

it('list of all searches has no note about its limit', async () => {
  await open('/staff/searches', { searches: [search()] });
  await screen.findByRole('listitem');
  expect(screen.queryByText(/most frequent searches/)).toBeNull();
});

it('synonym is added to a search', async () => {
  const { changes } = await open('/staff/searches', { searches: [search()] });
  await userEvent.click(await screen.findByRole('button', { name: /^Add a synonym to/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add synonyms' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  dialog.getByText('Write at least two words.');
  const [first, second] = dialog.getAllByRole('textbox') as [HTMLInputElement, HTMLInputElement];
  expect(first.value).toBe('ປູນຕາເສືອ');
  await userEvent.type(second, 'taken');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('There is already a group with these words.');
  await userEvent.clear(second);
  await userEvent.type(second, ' cement ');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(changes().at(-1)).toEqual({ words: ['ປູນຕາເສືອ', 'cement'] });
});

it('search is blocked from the row', async () => {
  const { changes } = await open('/staff/searches?view=all', {
    searches: [search({ text: 'tap', has_result: true })],
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Block “tap”/ }));
  await waitFor(() => expect(changes()).toEqual([{ searchtext: 'tap', action: 'block' }]));
});

it('synonyms are deleted', async () => {
  await open('/staff/searches?view=synonyms', { groups: [group(['tap', 'faucet'])] });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete tap, faucet' }));
  await screen.findByText('No synonyms yet');
});

it('synonyms that another one has changed are not deleted', async () => {
  const groups = [group(['tap', 'faucet'])];
  await open('/staff/searches?view=synonyms', { groups });
  const button = await screen.findByRole('button', { name: 'Delete tap, faucet' });
  groups[0] = { ...group(['tap', 'mixer']), version: 2 };
  await userEvent.click(button);
  await screen.findByRole('button', { name: 'Delete tap, mixer' });
});

it('typed search is pinned', async () => {
  const { changes } = await open('/staff/searches?view=rules', {});
  await screen.findByText('Nothing is pinned or blocked');
  await userEvent.type(screen.getByRole('textbox'), ' cement {Enter}');
  await within(await screen.findByRole('listitem')).findByText('Pinned');
  expect(changes()).toEqual([{ searchtext: 'cement', action: 'pin' }]);
});

it('unknown tab opens the first', async () => {
  await open('/staff/searches?view=odd', {});
  const tabs = within(await screen.findByRole('navigation', { name: 'Views' }));
  expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe('Without a result');
});

it('more searches are shown, each once', async () => {
  const texts = ['tap', 'pipe', 'tap', 'glue'];
  const searches = texts.map((text) => search({ text, has_result: true }));
  const { lists } = await open('/staff/searches?view=all', { searches });
  await screen.findByText('2 of 4');
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText('3 of 4');
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  expect(lists().at(-1)).toContain('cursor=2');
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it.each(['all', 'synonyms'])('pages that the list %s shows are in the address', async (view) => {
  const words = ['tap', 'pipe', 'glue', 'rope', 'nail'];
  const shop = () => ({
    searches: words.map((text) => search({ text, has_result: true })),
    groups: words.map((word, index) => ({ ...group([word, `${word}s`]), group_id: index })),
  });
  const { address } = await open(`/staff/searches?view=${view}`, shop());
  await screen.findByText('2 of 5');
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText('4 of 5');
  expect(address()).toBe(`?view=${view}&page=2`);
  cleanup();

  const reloaded = await open(`/staff/searches${address()}`, shop());
  await screen.findByText('4 of 5');
  expect(screen.getAllByRole('listitem')).toHaveLength(4);
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText('5 of 5');
  expect(reloaded.address()).toBe(`?view=${view}&page=3`);
  // Another text has pages of its own.
  await userEvent.type(screen.getAllByRole('searchbox').at(-1) as HTMLElement, 'x');
  await waitFor(() => expect(reloaded.address()).toBe(`?view=${view}&search=x`));
});

it('number of pages in the address that is none, or more than there are, shows a list', async () => {
  const groups = [group(['tap', 'faucet'])];
  for (const page of ['x', '0', '-1', '1e9']) {
    await open(`/staff/searches?view=synonyms&page=${page}`, { groups });
    await screen.findByText('1 of 1');
    cleanup();
  }
});

it('synonyms are filtered by a word in the address', async () => {
  const groups = [group(['tap', 'faucet'])];
  const { address, lists } = await open('/staff/searches?view=synonyms', { groups });
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Find a word' }), 'fau');
  await waitFor(() => expect(lists(`${SEARCHES}/synonyms`).at(-1)).toContain('search=fau'));
  expect(address()).toContain('search=fau');
});

it('filter without a match says so', async () => {
  await open('/staff/searches?view=synonyms&search=xyz', {});
  await screen.findByText('Nothing found');
});

it.each(['all', 'synonyms'])(
  'search without a hit is cleared in the empty list %s',
  async (view) => {
    const { address } = await open(`/staff/searches?view=${view}&search=x`, {});
    await screen.findByText('Nothing found');
    const [, clear] = screen.getAllByRole('button', { name: 'Clear the search' });
    await userEvent.click(clear as HTMLElement);
    await waitFor(() => expect(address()).toBe(`?view=${view}`));
  },
);
