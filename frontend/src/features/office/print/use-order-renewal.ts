import { useQueryClient } from '@tanstack/react-query';
import { useLive } from '@/shared/live/use-live';
import { renewStaffOrder } from '../staff-orders-api';

/** Fetches the orders of a document again when they change or a line is ticked off. */
export function useOrderRenewal(ids: string[]): void {
  const client = useQueryClient();
  const renew = ({ order_id }: { order_id: string }) => {
    if (ids.includes(String(order_id))) renewStaffOrder(client, String(order_id));
  };
  const renewAll = () => {
    for (const id of ids) renewStaffOrder(client, id);
  };
  useLive('staff_order', renew);
  useLive('order_picked', renew);
  useLive('hello', renewAll);
  useLive('reset', renewAll);
}
