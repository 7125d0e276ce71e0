import { useQuery } from '@tanstack/react-query';
import type { PopularSearch } from '@/shared/api/types';
import { useLanguage } from '@/shared/i18n/language-context';
import { popularQuery } from './search-queries';

const MAX_SHOWN = 8;
/** Scripts of the languages that are not written in Latin letters. */
const SCRIPTS: Record<string, RegExp> = {
  lo: /\p{Script=Lao}/u,
  th: /\p{Script=Thai}/u,
  zh: /\p{Script=Han}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ko: /\p{Script=Hangul}/u,
  km: /\p{Script=Khmer}/u,
  ru: /\p{Script=Cyrillic}/u,
  ar: /\p{Script=Arabic}/u,
};
const LATIN = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u;

/**
 * Popular searches in the script of the page's language, or all of them if none is. A Lao or Thai search may contain a
 * brand or a code in Latin letters.
 */
export function popularIn(tag: string, searches: PopularSearch[]): PopularSearch[] {
  const script = SCRIPTS[tag.split('-')[0] ?? ''] ?? LATIN;
  const own = searches.filter(({ searchtext }) => script.test(searchtext));
  return (own.length > 0 ? own : searches).slice(0, MAX_SHOWN);
}

/** Popular searches in the language of the page, most visitors first. */
export function usePopularSearches(): PopularSearch[] {
  const { tag } = useLanguage();
  return popularIn(tag, useQuery(popularQuery).data?.data ?? []);
}
