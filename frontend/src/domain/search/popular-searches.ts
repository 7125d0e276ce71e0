import { useQuery } from '@tanstack/react-query';
import type { PopularSearch } from '@/shared/api/types';
import { useLanguage } from '@/shared/i18n/language-context';
import { popularQuery } from './search-queries';

/** Popular searches in the language of the page, most visitors first. */
export function usePopularSearches(): PopularSearch[] {
  const { tag } = useLanguage();
  return useQuery(popularQuery(tag)).data?.data ?? [];
}
