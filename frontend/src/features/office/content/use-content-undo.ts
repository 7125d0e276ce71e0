import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@/shared/api/client';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { toast } from '@/shared/ui/toast';
import {
  type ContentDetail,
  type ContentKind,
  cacheContent,
  renewContent,
  undoContent,
} from './content-api';

type MadeChange = { kind: ContentKind; itemId: string; changeId: string };

const REFUSALS: Record<string, MessageKey> = {
  already_undone: 'office.undo.already',
  change_superseded: 'office.undo.superseded',
};

/** Undoes changes of content. Right after a change, a toast offers the undo. */
export function useContentUndo(onItem?: (item: ContentDetail) => void) {
  const client = useQueryClient();
  const t = useT();

  const undo = async ({ kind, itemId, changeId }: MadeChange): Promise<boolean> => {
    try {
      const { content } = await undoContent(kind, itemId, changeId);
      if (content) {
        onItem?.(content);
        cacheContent(client, content);
      }
      toast.success(t('office.content.undone'));
      return true;
    } catch (error) {
      const reason = error instanceof ApiError ? REFUSALS[error.reason ?? ''] : undefined;
      const detail = reason ? t(reason) : errorText(t, error);
      toast.error(t('office.undo.failed'), detail ? { detail } : {});
      return false;
    } finally {
      void renewContent(client, kind);
    }
  };

  /** Shows a toast about the change with an undo button. */
  const offer = (text: string, change: MadeChange) =>
    toast.success(text, {
      action: { label: t('office.undo'), onClick: () => void undo(change) },
    });
  return { undo, offer };
}
