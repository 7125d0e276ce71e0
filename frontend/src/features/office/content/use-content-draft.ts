import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useNow } from '@/shared/hooks/use-now';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { toast } from '@/shared/ui/toast';
import { shopDay } from '../office-dates';
import {
  type ContentDetail,
  createContent,
  discardContentDraft,
  publishContentDraft,
  renewContent,
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
  const client = useQueryClient();
  const navigate = useNavigate();
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
    if (!item) return;
    if (!item.draft) {
      toast.success(t('office.draft.equal'));
      return;
    }
    const published = await send(() => publishContentDraft(item));
    if (!published) return;
    const { change_id: changeId } = published;
    const text = t('office.draft.published');
    // The undo of a first publication would delete the item, whose draft is gone.
    if (changeId && item.version !== '')
      offer(text, { kind: item.kind, itemId: item.item_id, changeId });
    else toast.success(text);
  };

  /** Saves what was discarded again. */
  const restore = (discarded: ContentDetail, now: ContentDetail) =>
    send(() => saveContentDraft(now, form, comingDay(discarded, today)), editedBody(now));

  /** Leaves the page of an item that is gone with its only draft. */
  const leave = async ({ kind }: ContentDetail) => {
    await navigate({ to: '/staff/content', search: { kind }, ignoreBlocker: true });
    void renewContent(client, kind);
  };

  const createAgain = async (discarded: ContentDetail) => {
    const { kind } = discarded;
    const { content } = await createContent(kind, form, { isDraft: true });
    const day = comingDay(discarded, today);
    if (content && day) await saveContentDraft(content, form, day);
    void renewContent(client, kind);
  };

  const discard = async () => {
    if (!base?.draft || isSaving) return;
    const discarded = await send(() => discardContentDraft(base));
    if (!discarded) return;
    const { content: now } = discarded;
    if (!now) await leave(base);
    const undo = async () => {
      try {
        await (now ? restore(base, now) : createAgain(base));
      } catch (error) {
        const detail = errorText(t, error);
        toast.error(t('office.undo.failed'), detail ? { detail } : {});
      }
    };
    toast.success(t('office.draft.discarded'), {
      action: { label: t('office.undo'), onClick: () => void undo() },
    });
  };
  return { save, publish, discard };
}

export type DraftActions = ReturnType<typeof useContentDraft>;
