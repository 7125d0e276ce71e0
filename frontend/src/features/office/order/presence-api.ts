import { authFetch } from '@/shared/api/auth';
import type { components } from '@/shared/api/schema';
import type { Envelope } from '@/shared/api/types';
import { STAFF_ORDERS } from '../staff-orders-api';

/** A member of the staff who has an order open. */
export type OrderVisitor = components['schemas']['OrderVisitor'];

/** A tab, and the number of calls that it has made for the order, by which the server knows an older one. */
export type TabCall = { tab: string; sequence: number };

const pathOf = (number: string) => `${STAFF_ORDERS}/${number}/presence`;

/** Says that a tab has the order open. Returns who has it open, with the user. */
export async function openOrder(
  number: string,
  call: TabCall,
  isEditing: boolean,
): Promise<OrderVisitor[]> {
  const body = { ...call, is_editing: isEditing };
  const answer = await authFetch<Envelope<components['schemas']['OrderPresence']>>(pathOf(number), {
    method: 'PUT',
    body,
  });
  return answer.data.people;
}

/**
 * Reports that a tab has left the order. A lost request does no harm, because the visit expires without
 * heartbeats.
 */
export const leaveOrder = (number: string, call: TabCall): Promise<unknown> =>
  authFetch(pathOf(number), { method: 'DELETE', body: call, keepalive: true }).catch(() => {});
