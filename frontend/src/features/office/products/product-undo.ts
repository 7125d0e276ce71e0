import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@/shared/api/client';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey, Translate } from '@/shared/i18n/load-messages';
import { toast } from '@/shared/ui/toast';
import type { StaffProductDetail, UndoResult } from '../staff-product-types';
import { cacheProduct, fetchProduct, renewProducts, undoChange } from '../staff-products-api';

type MadeChange = { changeId: string; proId?: number | undefined };

/** The last change in this tab, which the key `z` undoes. */
let lastChange: MadeChange | undefined;

const REFUSALS: Record<string, MessageKey> = {
  already_undone: 'office.undo.already',
  change_superseded: 'office.undo.superseded',
  former_value_removed: 'office.undo.removed',
  not_undoable: 'office.undo.never',
  stock_held: 'office.undo.held',
};

/**
 * Undoes changes of products. Right after a change, a toast offers the undo. `onProduct` receives a product that an
 * undo has changed before it is shown. The response to the undo of a whole change has no product, so the `shown` one is
 * fetched.
 */
export function useProductUndo(onProduct?: (product: StaffProductDetail) => void, shown?: number) {
  const client = useQueryClient();
  const t = useT();

  const undo = async (changeId: string, proId?: number): Promise<boolean> => {
    if (lastChange?.changeId === changeId) lastChange = undefined;
    try {
      const result = await undoChange(changeId, proId);
      const { undone, product: changed } = result;
      const isWhole = proId === undefined && shown !== undefined;
      // Otherwise the next load shows it, as a change of another person.
      const product = changed ?? (isWhole ? await fetchProduct(shown).catch(() => null) : null);
      if (product) {
        onProduct?.(product);
        cacheProduct(client, product);
      }
      const detail = skippedText(t, result);
      toast.success(t('office.undo.done', { count: undone }), detail ? { detail } : {});
      return true;
    } catch (error) {
      const detail = refusalText(t, error);
      toast.error(t('office.undo.failed'), detail ? { detail } : {});
      return false;
    } finally {
      void renewProducts(client);
    }
  };

  /** Shows a toast about the change with an undo button. */
  const offer = (text: string, change: MadeChange, detail?: string) => {
    lastChange = change;
    toast.success(text, {
      ...(detail && { detail }),
      action: {
        label: t('office.undo'),
        onClick: () => void undo(change.changeId, change.proId),
      },
    });
  };

  /** Undoes the last change; returns false if there is none. */
  const undoLast = () => {
    if (!lastChange) return false;
    void undo(lastChange.changeId, lastChange.proId);
  };
  return { undo, offer, undoLast };
}

/** Number of values that stay, and the reason; empty if none does. */
function skippedText(t: Translate, result: UndoResult): string {
  const removed = result.removed_count;
  const changed = result.skipped_count - removed;
  return [
    changed > 0 && t('office.undo.skipped', { count: changed }),
    removed > 0 && t('office.undo.skippedRemoved', { count: removed }),
  ]
    .filter(Boolean)
    .join(' ');
}

function refusalText(t: Translate, error: unknown): string | undefined {
  const reason = error instanceof ApiError ? REFUSALS[error.reason ?? ''] : undefined;
  return reason ? t(reason) : errorText(t, error);
}
