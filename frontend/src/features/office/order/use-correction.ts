import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@/shared/api/client';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey, Translate } from '@/shared/i18n/load-messages';
import { showOrderFailure, startRequest } from '../failure-toast';
import type { CorrectionRequest, StaffOrder } from '../staff-order-types';
import { cacheStaffOrder, changedOrder, postCorrection } from '../staff-orders-api';

const REASONS: Record<string, MessageKey> = {
  stock_short: 'office.correct.soldAgain',
  points_spent: 'office.correct.pointsSpent',
};

/** Text of the reason why a correction failed; undefined if there is no more to say. */
export function correctionError(t: Translate, error: unknown): string | undefined {
  const reason = REASONS[(error instanceof ApiError && error.reason) || ''];
  return reason ? t(reason) : errorText(t, error);
}

/** Takes a booking of the order back. If another person has changed the order meanwhile, their version is shown. */
export function useCorrection(order: StaffOrder, accept: (order: StaffOrder) => void) {
  const client = useQueryClient();
  const t = useT();
  return useMutation({
    mutationFn: (request: Omit<CorrectionRequest, 'version'>) =>
      postCorrection(String(order.order_id), { ...request, version: order.version }),
    onMutate: () => startRequest(),
    onSuccess: (corrected) => {
      accept(corrected);
      cacheStaffOrder(client, corrected);
    },
    onError: (error, _request, failureOf) => {
      const changed = changedOrder(error);
      if (changed) cacheStaffOrder(client, changed);
      showOrderFailure(t, {
        client,
        orderId: String(order.order_id),
        failure: failureOf?.(error) ?? 'refused',
        error,
        title: t('office.actionFailed'),
        detail: correctionError(t, error),
      });
    },
  });
}
