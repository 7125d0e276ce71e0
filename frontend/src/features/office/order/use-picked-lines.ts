import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSession } from '@/domain/session/session';
import { ApiError } from '@/shared/api/client';
import { shopNow } from '@/shared/api/shop-time';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { toast } from '@/shared/ui/toast';
import type { PickedLine, PickRequest, StaffOrder } from '../staff-order-types';
import {
  cacheStaffOrder,
  changedOrder,
  pickKey,
  putPickedLine,
  staffOrderKey,
} from '../staff-orders-api';

type Line = Pick<StaffOrder['lines'][number], 'pro_id' | 'quantity'>;

/** The order with the tick of a line, or without one. */
function withTick(order: StaffOrder, proId: number, tick: PickedLine | undefined): StaffOrder {
  const others = (order.picked_lines ?? []).filter((line) => line.pro_id !== proId);
  return { ...order, picked_lines: tick ? [...others, tick] : others };
}

const tickIn = (lines: PickedLine[] | undefined, proId: number) =>
  lines?.find((line) => line.pro_id === proId);

/**
 * Lines of an order that any member of the staff has ticked off. A tick is shown at once, and taken back if its
 * request fails; the requests of an order are sent one after the other.
 */
export function usePickedLines(order: StaffOrder) {
  const client = useQueryClient();
  const t = useT();
  const { user } = useSession();
  const orderId = String(order.order_id);
  const queryKey = staffOrderKey(orderId);
  const mutationKey = pickKey(orderId);
  /** Ticks as the server has last confirmed them, by product, of the lines with a request. */
  const confirmed = useRef(new Map<number, PickedLine | undefined>());

  /** Shows the tick of a line, or none. The order was not received again: its undo time counts from when it was. */
  const show = (proId: number, tick: PickedLine | undefined) => {
    const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt;
    const change = (now: StaffOrder | undefined) => now && withTick(now, proId, tick);
    client.setQueryData<StaffOrder>(queryKey, change, { updatedAt });
  };
  /** Whether the running request is the only one of its line. */
  const isOnly = (proId: number) => {
    const pending = client.getMutationCache().findAll({ mutationKey, status: 'pending' });
    const isOfLine = ({ state }: (typeof pending)[number]) =>
      (state.variables as PickRequest | undefined)?.pro_id === proId;
    return pending.filter(isOfLine).length <= 1;
  };

  const { mutate } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    networkMode: 'always',
    mutationFn: (request: PickRequest) => putPickedLine(orderId, request),
    onMutate: async ({ pro_id, picked }) => {
      const shown = client.getQueryData<StaffOrder>(queryKey)?.picked_lines;
      if (isOnly(pro_id)) confirmed.current.set(pro_id, tickIn(shown, pro_id));
      // A response that is on its way does not have this tick.
      await client.cancelQueries({ queryKey, exact: true });
      const name = [user?.fname, user?.lname].filter(Boolean).join(' ');
      const tick: PickedLine = {
        pro_id,
        at: new Date(shopNow()).toISOString(),
        by: { cus_id: 0, name },
      };
      show(pro_id, picked ? tick : undefined);
    },
    onSuccess: (lines, { pro_id }) => void confirmed.current.set(pro_id, tickIn(lines, pro_id)),
    onError: (error, { pro_id }) => {
      // If there is a later request for the line, its tick is shown. Without a connection, no response
      // would correct this one.
      if (isOnly(pro_id)) show(pro_id, confirmed.current.get(pro_id));
      const changed = changedOrder(error);
      if (changed) return cacheStaffOrder(client, changed);
      // Another step came first, after which nothing is picked; the order is fetched again.
      if (error instanceof ApiError && error.reason === 'action_not_possible') return;
      const detail = errorText(t, error);
      toast.error(t('office.pickFailed'), detail ? { detail } : {});
    },
    onSettled: () => {
      const isLast = client.isMutating({ mutationKey }) === 1;
      if (isLast) void client.invalidateQueries({ queryKey, exact: true });
    },
  });
  const tickOf = ({ pro_id }: Line) => order.picked_lines?.find((line) => line.pro_id === pro_id);
  return {
    tickOf,
    toggle: (line: Line) => {
      const { pro_id, quantity } = line;
      mutate({ pro_id, quantity, picked: tickOf(line) === undefined });
    },
  };
}
