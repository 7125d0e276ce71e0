import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type RecentSearch, removeSearches, restoreSearches } from '@/domain/search/search-history';
import { useT } from '@/shared/i18n/language-context';
import { toast } from '@/shared/ui/toast';

/** Removes recent searches: one without, all with the offer to undo. */
export function useRemoveRecentSearch() {
  const t = useT();
  const client = useQueryClient();
  return useMemo(() => {
    const removal = async (entries: RecentSearch[]) => {
      try {
        await removeSearches(client, entries);
        return true;
      } catch {
        toast.error(t('search.forgetFailed'));
        return false;
      }
    };
    const restore = (entries: RecentSearch[]) => () => void restoreSearches(client, entries);
    return {
      one: (entry: RecentSearch) => void removal([entry]),
      all: async (entries: RecentSearch[]) => {
        if (!(await removal(entries))) return;
        const action = { label: t('action.undo'), onClick: restore(entries) };
        toast.success(t('search.forgotten'), { action });
      },
    };
  }, [t, client]);
}
