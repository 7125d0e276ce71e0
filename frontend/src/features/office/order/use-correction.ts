import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { toast } from '@/shared/ui/toast';
import type { CorrectionRequest, StaffOrder } from '../staff-order-types';
import { cacheStaffOrder, changedOrder, postCorrection } from '../staff-orders-api';

/** Takes a booking of the order back. If another person has changed the order meanwhile, their version is shown. */
export function useCorrection(order: StaffOrder, accept: (order: StaffOrder) => void) {
  const client = useQueryClient();
  const t = useT();
  return useMutation({
    mutationFn: (request: Omit<CorrectionRequest, 'version'>) =>
      postCorrection(String(order.order_id), { ...request, version: order.version }),
    onSuccess: (corrected) => {
      accept(corrected);
      cacheStaffOrder(client, corrected);
    },
    onError: (error) => {
      const changed = changedOrder(error);
      if (changed) cacheStaffOrder(client, changed);
      const detail = errorText(t, error);
      toast.error(t('office.actionFailed'), detail ? { detail } : {});
    },
  });
}
