// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearPreference, preferredUnrouted } from '@/shared/i18n/language-preference';
import { offeredLanguages } from '@/shared/i18n/offered-languages';
import { renderPage } from '@/testing/render-page';
import { LanguageMenu } from './LanguageMenu';
import { filterLanguages, hasSearch } from './language-filter';
import { PanelLanguages } from './PanelLanguages';

const { showTranslatingOverlay } = vi.hoisted(() => ({ showTranslatingOverlay: vi.fn() }));
vi.mock('./translating-overlay', () => ({ showTranslatingOverlay }));

beforeEach(() => {
  clearPreference();
  showTranslatingOverlay.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

const open = async () => {
  await renderPage({ path: '/', page: LanguageMenu });
  await userEvent.click(await screen.findByRole('button', { name: 'Language: English' }));
  return screen.findByRole('list');
};
const row = (list: HTMLElement, name: RegExp) => within(list).getByRole('button', { name });

describe('language dropdown', () => {
  it('offers nineteen languages, the routed ones first', async () => {
    const list = await open();
    const names = within(list)
      .getAllByRole('listitem')
      .map((item) => item.querySelector('bdi')?.textContent);
    expect(names).toHaveLength(19);
    expect(names.slice(0, 6)).toEqual(['ລາວ', 'English', 'ไทย', '中文', 'Tiếng Việt', 'ខ្មែរ']);
  });

  it('finds a language by its label or its own name, whatever the case', async () => {
    const list = await open();
    const search = screen.getByRole('textbox', { name: 'Search languages' });
    await userEvent.type(search, 'gERm');
    expect(within(list).getAllByRole('listitem')).toHaveLength(1);
    await userEvent.clear(search);
    await userEvent.type(search, '日本');
    expect(row(list, /日本語/)).toBeTruthy();
    await userEvent.clear(search);
    await userEvent.type(search, 'klingon');
    expect(screen.getByRole('status').textContent).toBe('No matching languages');
  });

  it('arrow keys move the focus to the languages, except those of an input method', async () => {
    const list = await open();
    const search = screen.getByRole('textbox', { name: 'Search languages' });
    search.focus();
    fireEvent.keyDown(search, { key: 'ArrowDown', isComposing: true, keyCode: 229 });
    expect(document.activeElement).toBe(search);
    fireEvent.keyDown(search, { key: 'ArrowDown', keyCode: 40 });
    expect(document.activeElement).toBe(within(list).getAllByRole('button')[0]);
  });

  it('closes without a change when the current language is chosen', async () => {
    const list = await open();
    await userEvent.click(row(list, /^English/));
    await waitFor(() => expect(screen.queryByRole('list')).toBeNull());
    expect(showTranslatingOverlay).not.toHaveBeenCalled();
  });

  it('stores a language without a route in the cookie, without navigation', async () => {
    const list = await open();
    await userEvent.click(row(list, /Français/));
    expect(preferredUnrouted()).toBe('fr');
    expect(document.cookie).toContain('heuan_lang=en');
    expect(showTranslatingOverlay).toHaveBeenCalledWith(
      'Changing the language…',
      expect.any(Function),
    );
  });

  it('clears the cookie and remembers the route when Lao is chosen', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: what an earlier choice left
    document.cookie = 'googtrans=/auto/fr;path=/';
    const list = await open();
    await userEvent.click(row(list, /ລາວ/));
    expect(document.cookie).not.toContain('googtrans');
    expect(document.cookie).toContain('heuan_lang=la');
    expect(showTranslatingOverlay).toHaveBeenCalledOnce();
  });

  it('moves the focus by arrow keys', async () => {
    const list = await open();
    await userEvent.click(screen.getByRole('textbox', { name: 'Search languages' }));
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toBe(row(list, /^English/));
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    expect(document.activeElement).toBe(row(list, /Română/));
  });
});

it('phone menu has three languages of two letters and a plus for all, and closes 300 ms after a change', async () => {
  const onClose = vi.fn();
  await renderPage({ path: '/', page: () => <PanelLanguages onClose={onClose} /> });
  const buttons = await screen.findAllByRole('button');
  expect(buttons.map((button) => button.textContent)).toEqual(['LAລາວ', 'ENEnglish', 'THไทย', '']);
  await userEvent.click(screen.getByRole('button', { name: 'All languages' }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.click(row(screen.getByRole('list'), /Deutsch/));
  expect(preferredUnrouted()).toBe('de');
  act(() => vi.advanceTimersByTime(299));
  expect(onClose).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(1));
  expect(onClose).toHaveBeenCalledOnce();
});

it('list of five languages has no search', () => {
  const all = offeredLanguages('en');
  expect([hasSearch(all), hasSearch(all.slice(0, 5))]).toEqual([true, false]);
});

it('languages are named in the language of the page and found by their English names', () => {
  const inLao = offeredLanguages('lo');
  expect(inLao.find(({ tag }) => tag === 'fr')?.label).toBe('ຝຣັ່ງ');
  expect(filterLanguages(inLao, 'ຝຣັ່ງ').map(({ tag }) => tag)).toEqual(['fr']);
  expect(filterLanguages(inLao, 'french').map(({ tag }) => tag)).toEqual(['fr']);
});
