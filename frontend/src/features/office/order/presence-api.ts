import { authFetch } from '@/shared/api/auth';
import type { components } from '@/shared/api/schema';
import type { Envelope } from '@/shared/api/types';
import { STAFF_ORDERS } from '../staff-orders-api';

/** A member of the staff who has an order open. */
export type OrderVisitor = components['schemas']['OrderVisitor'];

const pathOf = (number: string) => `${STAFF_ORDERS}/${number}/presence`;

/** Says that a tab has the order open. Returns who has it open, with the user. */
export async function openOrder(
  number: string,
  tab: string,
  isEditing: boolean,
): Promise<OrderVisitor[]> {
  const body = { tab, is_editing: isEditing };
  const answer = await authFetch<Envelope<components['schemas']['OrderPresence']>>(pathOf(number), {
    method: 'PUT',
    body,
  });
  return answer.data.people;
}

/** Says that a tab has left the order. A lost request does no harm: without heartbeats the visit ends by itself. */
export const leaveOrder = (number: string, tab: string): Promise<unknown> =>
  authFetch(pathOf(number), { method: 'DELETE', body: { tab }, keepalive: true }).catch(() => {});
