import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/shared/api/client';
import { useDebouncedValue } from '@/shared/hooks/use-debounced-value';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { toast } from '@/shared/ui/toast';
import type { BulkChange, BulkResult, BulkTarget } from '../staff-product-types';
import { BULK_CHANGES, changeProducts, previewChange, renewProducts } from '../staff-products-api';
import { useFormAlert } from '../use-form-alert';
import { useRequestKey } from '../use-request-key';
import { skippedCount } from './bulk-texts';
import { useProductUndo } from './product-undo';

const DEBOUNCE_MS = 250;

/** Preview of a bulk change by a dry run. Disabled while there is no change. */
export function useBulkPreview(target: BulkTarget, change: BulkChange | undefined) {
  const wanted = JSON.stringify({ target, change });
  const settled = useDebouncedValue(wanted, DEBOUNCE_MS);
  const preview = useQuery<BulkResult>({
    queryKey: [BULK_CHANGES, settled],
    queryFn: ({ signal }) => {
      const { target, change } = JSON.parse(settled) as { target: BulkTarget; change: BulkChange };
      return previewChange(target, change, signal);
    },
    enabled: change !== undefined && settled === wanted,
    staleTime: 0,
    gcTime: 0,
  });
  const isCurrent = change !== undefined && settled === wanted;
  return {
    result: isCurrent ? preview.data : undefined,
    error: isCurrent ? preview.error : null,
    isLoading: change !== undefined && !(isCurrent && (preview.data || preview.error)),
    retry: () => void preview.refetch(),
  };
}

/** Makes a bulk change, and offers to undo it as a whole. */
export function useBulkChange(onDone: () => void) {
  const client = useQueryClient();
  const t = useT();
  const { offer } = useProductUndo();
  const requestKey = useRequestKey();
  const { alert, clear } = useFormAlert();
  const [isRunning, setRunning] = useState(false);

  /** `preview` is the preview that the person has seen, if any. */
  const run = async (target: BulkTarget, change: BulkChange, preview?: BulkResult) => {
    if (isRunning) return;
    setRunning(true);
    clear();
    try {
      const key = requestKey.keyOf([target, change]);
      const previewId = preview?.preview_id ?? null;
      const result = await changeProducts(target, change, previewId, key);
      const { change_id, changed } = result;
      requestKey.end();
      const text = t('office.bulk.done', { count: changed });
      const skipped = skippedCount(result);
      const detail = skipped > 0 ? t('office.bulk.skipped', { count: skipped }) : undefined;
      if (change_id) offer(text, { changeId: change_id }, detail);
      else toast.info(text);
      onDone();
    } catch (error) {
      requestKey.end(error);
      const isOutdated = error instanceof ApiError && error.reason === 'preview_outdated';
      const detail = isOutdated ? t('office.bulk.outdated') : errorText(t, error);
      void client.invalidateQueries({ queryKey: [BULK_CHANGES] });
      alert(t('office.actionFailed'), detail ? { detail } : {});
    } finally {
      setRunning(false);
      void renewProducts(client);
    }
  };
  return { run, isRunning };
}
