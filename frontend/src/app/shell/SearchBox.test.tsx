// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { until } from '@/testing/until';
import { SearchBox } from './SearchBox';

const hit = (pro_id: number, pro_name_en: string) => ({
  pro_id,
  pro_name_la: '',
  pro_name_en,
  pro_img_cover: '',
  matches: { la: [], en: [[0, 3]] },
});

const found = (total: number, ...names: string[]) =>
  Response.json({ success: true, total, products: names.map((name, at) => hit(at + 1, name)) });

const suggested = (...result: string[]) => Response.json({ success: true, result });

function Box() {
  const input = useRef<HTMLInputElement>(null);
  return (
    <header>
      <SearchBox inputRef={input} onEnter={() => {}} onLeave={() => {}} />
      <button type="button">outside</button>
    </header>
  );
}

async function open(answers: Parameters<typeof fakeApi>[0]) {
  const requests = fakeApi({
    'GET /api/v1/suggetsearch': () => jsonResponse([{ searchtext: 'paint', icount: 12 }]),
    ...answers,
  });
  const page = await renderPage({ path: '/', page: Box, leadsTo: ['/shop', '/shop/$proId'] });
  return { requests, box: await screen.findByRole('combobox'), ...page };
}

const searched = (requests: { path: string; url: string }[]) =>
  requests.filter(({ path }) => path === '/api/v1/search-product').map(({ url }) => url);

// The list's code loads with the first focus.
beforeAll(async () => {
  await import('@/features/search/SearchDropdown');
});
beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  Element.prototype.scrollIntoView = () => {};
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('search request is sent 500 ms after the last key', async () => {
  const { requests, box } = await open({
    'GET /api/v1/search-product': () => found(28, 'Tile A'),
    'GET /api/v1/keywork': () => suggested('tile 60x60', 'Tile'),
  });
  fireEvent.focus(box);
  await screen.findAllByRole('option');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  for (const value of ['t', 'ti', 'til', 'tile']) {
    fireEvent.change(box, { target: { value } });
    await pass(499);
  }
  expect(screen.getByText('Searching…')).toBeTruthy();
  expect(searched(requests)).toEqual([]);
  await pass(1);
  // The request is sent as soon as the text is settled.
  await pass(0);
  expect(searched(requests)).toEqual(['/api/v1/search-product?limit=6&search=tile']);
  // Time for React Query to deliver the response.
  await pass(1_000);
  expect(screen.getByText('28 results')).toBeTruthy();
  expect(searched(requests)).toHaveLength(1);
  const options = screen.getAllByRole('option').map(({ textContent }) => textContent);
  // The typed text itself is not suggested.
  expect(options).toEqual(['tile 60x60', 'Tile A#1', 'View all related (28)']);
});

it('late response to an earlier text is not shown', async () => {
  let answerFirst = (_: Response) => {};
  const { requests, box } = await open({
    'GET /api/v1/search-product': ({ url }) =>
      url.includes('search=tile')
        ? found(2, 'Tile')
        : new Promise<Response>((resolve) => {
            answerFirst = resolve;
          }),
    'GET /api/v1/keywork': () => suggested(),
  });
  fireEvent.focus(box);
  fireEvent.change(box, { target: { value: 'paint' } });
  await until(() => expect(searched(requests)).toHaveLength(1));
  fireEvent.change(box, { target: { value: 'tile' } });
  expect(await screen.findByText('2 results')).toBeTruthy();
  await act(async () => answerFirst(found(9, 'Paint')));
  expect(screen.queryByText('Paint')).toBeNull();
  expect(screen.getByText('2 results')).toBeTruthy();
});

it('search box can be used by keyboard alone', async () => {
  const { box, router } = await open({
    'GET /api/v1/search-product': () => found(2, 'Tile A', 'Tile B'),
    'GET /api/v1/keywork': () => suggested('tiles'),
  });
  await userEvent.type(box, 'tile');
  await screen.findByText('2 results');
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('tiles');
  expect(box.getAttribute('aria-activedescendant')).toBe(
    screen.getByRole('option', { selected: true }).id,
  );
  await userEvent.keyboard('{End}');
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('View all');
  await userEvent.keyboard('{Home}{Enter}');
  expect(await screen.findByText('at /shop')).toBeTruthy();
  expect(router.state.location.search).toEqual({ search: 'tiles' });
});

it('Escape closes the list, and a second one empties the box', async () => {
  const { box } = await open({});
  await userEvent.type(box, 'a');
  expect(box.getAttribute('aria-expanded')).toBe('true');
  await userEvent.keyboard('{Escape}');
  expect([box.getAttribute('aria-expanded'), (box as HTMLInputElement).value]).toEqual([
    'false',
    'a',
  ]);
  await userEvent.keyboard('{Escape}');
  expect((box as HTMLInputElement).value).toBe('');
});

it('search of one character is not submitted, a longer one is trimmed and remembered', async () => {
  const { box, router } = await open({});
  await userEvent.type(box, 'a{Enter}');
  expect(router.state.location.pathname).toBe('/');
  await userEvent.clear(box);
  await userEvent.type(box, '  ສີ ທາ  {Enter}');
  expect(await screen.findByText('at /shop')).toBeTruthy();
  expect(router.state.location.search).toEqual({ search: 'ສີ ທາ' });
  await until(() => expect(localStorage.getItem('heuan_searches')).toBe('["ສີ ທາ"]'));
});

it('empty box lists recent and popular searches, without removed ones', async () => {
  localStorage.setItem('heuan_searches', '["cement", "pump"]');
  const { box } = await open({});
  await userEvent.click(box);
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'cement, press Delete to remove',
    'pump, press Delete to remove',
    '1paint12+searched by 12+ people',
  ]);
  await userEvent.keyboard('{ArrowDown}{Delete}');
  await until(() => expect(localStorage.getItem('heuan_searches')).toBe('["pump"]'));
  await userEvent.click(screen.getByText('Clear history'));
  await until(() => expect(localStorage.getItem('heuan_searches')).toBeNull());
  expect(screen.getAllByRole('option')).toHaveLength(1);
});

it('failed search shows an error and offers the categories', async () => {
  const { box } = await open({
    'GET /api/v1/search-product': () => problemResponse(503, { code: 'unavailable' }),
    'GET /api/v1/keywork': () => problemResponse(503, { code: 'unavailable' }),
    'GET /api/v1/category': () =>
      jsonResponse([{ cat_id: 2, cat_name_la: 'ສີ', cat_name_en: 'Paint', cat_img: '' }]),
  });
  await userEvent.type(box, 'tile');
  expect(await screen.findByText('Search is not working right now')).toBeTruthy();
  expect((await screen.findByRole('link', { name: 'Paint' })).getAttribute('href')).toBe(
    '/shop?category=2',
  );
});

it('suggestion list closes 200 ms after the focus has left', async () => {
  const { box } = await open({});
  await userEvent.click(box);
  await screen.findAllByRole('option');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.blur(box, { relatedTarget: screen.getByText('outside') });
  act(() => vi.advanceTimersByTime(199));
  expect(box.getAttribute('aria-expanded')).toBe('true');
  act(() => vi.advanceTimersByTime(1));
  expect(box.getAttribute('aria-expanded')).toBe('false');
});

it('back on a phone closes the list', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const { box, router } = await open({});
  const position = () => router.history.location.state.__TSR_index;
  fireEvent.focus(box);
  await screen.findAllByRole('option');
  await until(() => expect(position()).toBe(1));
  act(() => router.history.back());
  await until(() => expect(box.getAttribute('aria-expanded')).toBe('false'));
  expect(position()).toBe(0);
});

it('search on a phone leads back to the page without the list', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const { box, router } = await open({
    'GET /api/v1/search-product': () => found(28, 'Tile A'),
    'GET /api/v1/keywork': () => suggested('Tile'),
  });
  const position = () => router.history.location.state.__TSR_index;
  fireEvent.focus(box);
  await screen.findAllByRole('option');
  await until(() => expect(position()).toBe(1));
  fireEvent.change(box, { target: { value: 'tile' } });
  fireEvent.submit(box.closest('form') as HTMLFormElement);
  await screen.findByRole('heading', { name: 'at /shop' });
  expect(position()).toBe(1);
  act(() => router.history.back());
  expect((await screen.findByRole('combobox')).getAttribute('aria-expanded')).toBe('false');
  expect(position()).toBe(0);
});

it('list of a wide screen has no history entry', async () => {
  const { box, router } = await open({});
  fireEvent.focus(box);
  await screen.findAllByRole('option');
  // Renders again, which runs the effects of the list first.
  fireEvent.keyDown(box, { key: 'ArrowDown' });
  await screen.findByRole('option', { selected: true });
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(router.history.location.state.__TSR_index).toBe(0);
});
