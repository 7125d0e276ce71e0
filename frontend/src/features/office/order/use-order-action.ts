import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '@/shared/api/client';
import { useT } from '@/shared/i18n/language-context';
import { showOrderFailure, startRequest } from '../failure-toast';
import type { ActionRequest, OrderActionName, StaffOrder } from '../staff-order-types';
import { cacheStaffOrder, changedOrder, postAction, staffOrderKey } from '../staff-orders-api';
import type { RecordedTransfer } from './RecordedNumber';

export type Words = Omit<ActionRequest, 'action' | 'version'>;
export type RunAction = (action: OrderActionName, words?: Words) => Promise<boolean>;

/**
 * Runs actions on an order, one at a time. If another person has changed the order meanwhile, their version is shown
 * and the user's input stays. `recorded` is set while the last payment was refused because its bank number is recorded. Resolves
 * with whether the action was done.
 */
export function useOrderAction(order: StaffOrder, accept: (order: StaffOrder) => void) {
  const client = useQueryClient();
  const t = useT();
  const [running, setRunning] = useState<OrderActionName | null>(null);
  const [recorded, setRecorded] = useState<RecordedTransfer>();
  const isRunning = useRef(false);

  const run: RunAction = async (action, words = {}) => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setRunning(action);
    setRecorded(undefined);
    const failureOf = startRequest();
    try {
      const { order_id, version } = order;
      const next = await postAction(String(order_id), { action, version, ...words });
      // A response that is on its way does not have this step.
      await client.cancelQueries({ queryKey: staffOrderKey(String(order_id)), exact: true });
      accept(next);
      cacheStaffOrder(client, next);
      return true;
    } catch (error) {
      const changed = changedOrder(error);
      const orders = ordersOf(error);
      if (changed) cacheStaffOrder(client, changed);
      else if (orders) setRecorded({ reference: words.reference ?? '', orders });
      else
        showOrderFailure(t, {
          client,
          orderId: String(order.order_id),
          failure: failureOf(error),
          error,
          title: t('office.actionFailed'),
          detail: message(error),
        });
      return false;
    } finally {
      isRunning.current = false;
      setRunning(null);
    }
  };
  return { run, running, recorded };
}

/** The orders for which the bank number of the refused payment is recorded. */
const ordersOf = (error: unknown) =>
  error instanceof ApiError && error.reason === 'bank_number_recorded'
    ? (error.details.orders ?? [])
    : undefined;
const message = (error: unknown) =>
  (error as { details?: { message?: string } } | undefined)?.details?.message;
