import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLive } from '@/shared/live/use-live';
import type { StaffOrder } from '../staff-order-types';
import { renewStaffOrder, staffOrderQuery } from '../staff-orders-api';

/**
 * The order, and what another person has changed since the user last accepted it. `accept` accepts the current version,
 * after an own change or once the user has read the changes.
 */
export function useStaffOrder(orderId: string) {
  const client = useQueryClient();
  const query = useQuery(staffOrderQuery(orderId));
  const renew = () => renewStaffOrder(client, orderId);
  const [accepted, setAccepted] = useState<StaffOrder | undefined>(undefined);
  const order = query.data;
  if (order && (accepted === undefined || accepted.order_id !== order.order_id)) {
    setAccepted(order);
  }
  useLive('staff_order', ({ order_id, version }) => {
    // Events of payments and of the command line have no version.
    const isKnown = version > 0 && (order?.version ?? 0) >= version;
    if (String(order_id) === orderId && !isKnown) renew();
  });
  useLive('order_picked', ({ order_id }) => {
    if (String(order_id) === orderId) renew();
  });
  useLive('hello', renew);
  useLive('reset', renew);
  const isChanged =
    order !== undefined &&
    accepted !== undefined &&
    accepted.order_id === order.order_id &&
    accepted.version < order.version;
  return {
    order,
    /** The order before another person changed it; undefined if nothing changed. */
    before: isChanged ? accepted : undefined,
    accept: (current: StaffOrder) => setAccepted(current),
    receivedAt: query.dataUpdatedAt,
    error: query.error,
    refetch: () => void query.refetch(),
  };
}
