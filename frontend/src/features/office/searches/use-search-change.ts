import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/shared/api/client';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { toast } from '@/shared/ui/toast';
import {
  createSynonyms,
  deleteRule,
  deleteSynonyms,
  renewSearches,
  type SearchRuleKind,
  type SynonymGroup,
  setRule,
} from './staff-searches-api';

/** Pins, blocks and releases searches, and deletes synonym groups, one at a time. Each change can be undone. */
export function useSearchChange() {
  const t = useT();
  const client = useQueryClient();
  const [running, setRunning] = useState<string | null>(null);

  const run = async (
    key: string,
    done: string,
    change: () => Promise<unknown>,
    undo: () => Promise<unknown>,
  ) => {
    if (running !== null) return;
    setRunning(key);
    try {
      await change();
      const again = async () => {
        try {
          await undo();
        } catch (error) {
          fail(error);
        }
        await renewSearches(client);
      };
      toast.success(done, { action: { label: t('office.undo'), onClick: () => void again() } });
    } catch (error) {
      fail(error);
    }
    await renewSearches(client);
    setRunning(null);
  };

  const fail = (error: unknown) => {
    const isChanged = error instanceof ApiError && error.reason === 'synonyms_changed';
    const detail = isChanged ? t('office.searches.groupChanged') : errorText(t, error);
    toast.error(t('office.actionFailed'), detail ? { detail } : {});
  };

  const restore = (text: string, former: SearchRuleKind | null) =>
    former === null ? deleteRule(text) : setRule(text, former);

  return {
    /** Key of the row whose change is running. */
    running,
    set: (text: string, kind: SearchRuleKind, former: SearchRuleKind | null) =>
      run(
        text,
        t(kind === 'pin' ? 'office.searches.pinned' : 'office.searches.blocked', { text }),
        () => setRule(text, kind),
        () => restore(text, former),
      ),
    free: (text: string, former: SearchRuleKind) =>
      run(
        text,
        t('office.searches.freed', { text }),
        () => deleteRule(text),
        () => restore(text, former),
      ),
    deleteGroup: (group: SynonymGroup) =>
      run(
        String(group.group_id),
        t('office.searches.groupDeleted'),
        () => deleteSynonyms(group),
        () => createSynonyms(group.words),
      ),
  };
}
