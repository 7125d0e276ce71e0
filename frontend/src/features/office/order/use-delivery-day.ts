import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeliveryDay } from '@/domain/orders/order-types';
import { ApiError } from '@/shared/api/client';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { toast } from '@/shared/ui/toast';
import { showOrderFailure, startRequest } from '../failure-toast';
import type { StaffOrder } from '../staff-order-types';
import { cacheStaffOrder, changedOrder, putDeliveryDay } from '../staff-orders-api';

/**
 * Plans the day of an order; null deletes the plan. If another person has changed the order meanwhile, their version is shown and
 * the user's input stays.
 */
export function useDeliveryDay(
  order: StaffOrder,
  accept: (order: StaffOrder) => void,
  onSaved: () => void,
) {
  const client = useQueryClient();
  const t = useT();
  const [saving, setSaving] = useState<'save' | 'delete' | null>(null);
  const [refused, setRefused] = useState<MessageKey>();

  const save = async (planned: DeliveryDay | null) => {
    if (saving) return;
    setSaving(planned ? 'save' : 'delete');
    setRefused(undefined);
    const failureOf = startRequest();
    try {
      const next = await putDeliveryDay(String(order.order_id), {
        version: order.version,
        ...planned,
      });
      accept(next);
      cacheStaffOrder(client, next);
      const text = planned ? 'office.day.saved' : 'office.day.deleted';
      toast.success(t(text, { number: next.number }));
      onSaved();
    } catch (error) {
      const changed = changedOrder(error);
      if (changed) cacheStaffOrder(client, changed);
      else {
        // The day of this device may differ from the day of the shop.
        const isOfDay = error instanceof ApiError && error.details.field === 'day';
        if (isOfDay) setRefused('office.day.refused');
        showOrderFailure(t, {
          client,
          orderId: String(order.order_id),
          failure: failureOf(error),
          error,
          title: t('office.day.failed'),
        });
      }
    } finally {
      setSaving(null);
    }
  };
  return { save, saving, refused };
}
