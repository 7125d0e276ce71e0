import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { toast } from '@/shared/ui/toast';
import {
  type ContentBody,
  type ContentKind,
  createContent,
  promotionTypesQuery,
  saveContent,
} from './content-api';
import { keyOf } from './content-kinds';
import type { ContentForm } from './use-content-form';
import type { ContentRequest } from './use-content-request';
import { useContentUndo } from './use-content-undo';

/** Saves the changes, which shoppers see at once, or creates the item or its first draft. */
export function useContentSave(
  kind: ContentKind,
  entered: ContentForm,
  request: ContentRequest,
  slug?: string,
) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const t = useT();
  const { offer } = useContentUndo(entered.accept);
  const [isCreated, setCreated] = useState(false);
  const { base, form } = entered;
  const { send, hasWrongNumber, isSaving } = request;

  const save = async (change: ContentBody = {}, isDraft = false) => {
    const sent = { ...form, ...change };
    if (isSaving || hasWrongNumber(sent)) return;
    const saved = await send(() =>
      base ? saveContent(base, sent) : createContent(kind, sent, { itemId: slug, isDraft }),
    );
    const content = saved?.content;
    if (!content) return;
    if (sent.new_type) void client.invalidateQueries({ queryKey: promotionTypesQuery.queryKey });
    if (!base) {
      setCreated(true);
      const contentKey = keyOf(kind, content.item_id);
      await navigate({
        to: '/staff/content/$contentKey',
        params: { contentKey },
        replace: true,
        ignoreBlocker: true,
      });
    }
    const { change_id: changeId } = saved;
    const text = t(isDraft ? 'office.draft.saved' : 'office.content.saved');
    if (changeId && base) offer(text, { kind, itemId: content.item_id, changeId });
    else toast.success(text);
  };
  return { save, isCreated };
}
