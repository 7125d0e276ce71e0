import { useNow } from '@/shared/hooks/use-now';
import { useT } from '@/shared/i18n/language-context';
import { toast } from '@/shared/ui/toast';
import { shopDay } from '../office-dates';
import {
  type ContentDetail,
  discardContentDraft,
  publishContentDraft,
  saveContentDraft,
} from './content-api';
import { comingDay, editedBody, isStale } from './content-draft';
import type { ContentForm } from './use-content-form';
import type { ContentRequest } from './use-content-request';
import { useContentUndo } from './use-content-undo';

const MINUTE = 60_000;

/** Saves the changes as a draft, which shoppers do not see, publishes it by hand or on a day, and discards it. */
export function useContentDraft(entered: ContentForm, request: ContentRequest) {
  const t = useT();
  const today = shopDay(useNow(MINUTE));
  const { offer } = useContentUndo(entered.accept);
  const { base, form, changed } = entered;
  const { send, hasWrongNumber, isSaving } = request;

  const write = async (item: ContentDetail, publishOn = comingDay(item, today)) => {
    if (hasWrongNumber(form)) return undefined;
    return (await send(() => saveContentDraft(item, form, publishOn)))?.content ?? undefined;
  };

  const save = async (publishOn?: string) => {
    if (!base || isSaving) return;
    const saved = await write(base, publishOn);
    if (saved) toast.success(t(saved.draft ? 'office.draft.saved' : 'office.draft.equal'));
  };

  const publish = async () => {
    if (!base || isSaving) return;
    const isSaved = !!base.draft && changed.length === 0 && !isStale(base);
    const item = isSaved ? base : await write(base);
    if (!item?.draft) return;
    const published = await send(() => publishContentDraft(item));
    if (!published) return;
    const { change_id: changeId } = published;
    const text = t('office.draft.published');
    if (changeId) offer(text, { kind: item.kind, itemId: item.item_id, changeId });
    else toast.success(text);
  };

  /** Saves what was discarded again. */
  const restore = (discarded: ContentDetail, now: ContentDetail) =>
    send(() => saveContentDraft(now, form, comingDay(discarded, today)), editedBody(now));

  const discard = async () => {
    if (!base?.draft || isSaving) return;
    const discarded = await send(() => discardContentDraft(base));
    const now = discarded?.content;
    if (!now) return;
    toast.success(t('office.draft.discarded'), {
      action: { label: t('office.undo'), onClick: () => void restore(base, now) },
    });
  };
  return { save, publish, discard };
}

export type DraftActions = ReturnType<typeof useContentDraft>;
