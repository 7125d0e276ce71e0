// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { consumeSubmitted, markSubmitted } from './search-analytics';
import { isSearchable, searchText } from './search-text';
import { readStoredHistory, storeHistory, withoutText, withText } from './stored-search-history';

beforeEach(() => localStorage.clear());

it.each([
  ['  ນ້ຳ \t 1/2" \n', 'ນ້ຳ 1/2"'],
  ['a\u0000b', 'a b'],
  ['😀'.repeat(300), '😀'.repeat(200)],
  ['   ', ''],
])('%j is searched for as one line', (typed, text) => {
  expect(searchText(typed)).toBe(text);
});

it('text of two characters is searchable, however written', () => {
  expect(['', 'a', '😀'].some(isSearchable)).toBe(false);
  expect(['ab', '板材', '12'].every(isSearchable)).toBe(true);
});

it('recent searches are the newest ten, each once', () => {
  let texts: string[] = [];
  for (const text of [...'abcdefghijkl', 'C']) texts = withText(texts, text);
  storeHistory(texts);
  expect(readStoredHistory()).toEqual(['C', ...'lkjihgfed']);
  expect(withoutText(texts, 'c')).not.toContain('C');
});

it('recent searches in damaged storage are ignored', () => {
  localStorage.setItem('heuan_searches', '[1, "ok", null, ""]');
  expect(readStoredHistory()).toEqual(['ok']);
  localStorage.setItem('heuan_searches', '{');
  expect(readStoredHistory()).toEqual([]);
});

it('submitted text is counted once', () => {
  markSubmitted('ສີ');
  expect([consumeSubmitted('other'), consumeSubmitted('ສີ'), consumeSubmitted('ສີ')]).toEqual([
    false,
    true,
    false,
  ]);
});
