import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSession } from '@/domain/session/session';
import { ApiError } from '@/shared/api/client';
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

/** The order with a line ticked off, or to be picked again. */
function withTick(order: StaffOrder, { pro_id, picked }: PickRequest, name: string): StaffOrder {
  const others = (order.picked_lines ?? []).filter((line) => line.pro_id !== pro_id);
  const tick: PickedLine = { pro_id, at: new Date().toISOString(), by: { cus_id: 0, name } };
  return { ...order, picked_lines: picked ? [...others, tick] : others };
}

/**
 * Lines of an order that lie ready, ticked off by any of the staff. A tick is shown at once; the requests of an order are sent one
 * after the other.
 */
export function usePickedLines(order: StaffOrder) {
  const client = useQueryClient();
  const t = useT();
  const { user } = useSession();
  const orderId = String(order.order_id);
  const queryKey = staffOrderKey(orderId);
  const mutationKey = pickKey(orderId);
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    networkMode: 'always',
    mutationFn: (request: PickRequest) => putPickedLine(orderId, request),
    onMutate: async (request) => {
      // A response that is on its way does not have this tick.
      await client.cancelQueries({ queryKey, exact: true });
      const name = [user?.fname, user?.lname].filter(Boolean).join(' ');
      // The order was not received again: its undo time counts from when it was.
      const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt;
      client.setQueryData<StaffOrder>(queryKey, (now) => now && withTick(now, request, name), {
        updatedAt,
      });
    },
    onError: (error) => {
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
