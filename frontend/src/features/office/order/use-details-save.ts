import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/shared/api/client';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { toast } from '@/shared/ui/toast';
import { showOrderFailure, startRequest } from '../failure-toast';
import type { OrderDetailsRequest, StaffOrder } from '../staff-order-types';
import { cacheStaffOrder, changedOrder, patchDetails } from '../staff-orders-api';
import { useFormAlert } from '../use-form-alert';
import { type DetailsErrors, refusedDetails } from './details-form';

/**
 * Saves changed details. If another person has changed the order meanwhile, their version is shown and the user's input
 * stays.
 */
export function useDetailsSave(
  order: StaffOrder,
  accept: (order: StaffOrder) => void,
  onSaved: () => void,
) {
  const client = useQueryClient();
  const t = useT();
  const { alert, clear } = useFormAlert();
  const [isSaving, setSaving] = useState(false);
  const [refused, setRefused] = useState<DetailsErrors>({});

  const save = async (change: OrderDetailsRequest) => {
    if (isSaving) return;
    setSaving(true);
    clear();
    setRefused({});
    const failureOf = startRequest();
    try {
      const next = await patchDetails(String(order.order_id), change);
      accept(next);
      cacheStaffOrder(client, next);
      toast.success(t('office.details.saved', { number: next.number }));
      onSaved();
    } catch (error) {
      const changed = changedOrder(error);
      if (changed) cacheStaffOrder(client, changed);
      else {
        const errors = error instanceof ApiError ? (error.details.errors ?? []) : [];
        setRefused(refusedDetails(errors));
        const failure = failureOf(error);
        const title = t('office.details.failed');
        if (failure === 'refused') {
          const detail = errorText(t, error);
          alert(title, detail ? { detail } : {});
        } else {
          showOrderFailure(t, { client, orderId: String(order.order_id), failure, error, title });
        }
      }
    } finally {
      setSaving(false);
    }
  };
  return { save, isSaving, refused };
}
