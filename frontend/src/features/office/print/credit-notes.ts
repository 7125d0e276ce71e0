import type { OrderLine, OrderReturn } from '@/domain/orders/order-types';
import type { StaffOrder } from '../staff-order-types';

export type CreditNote = NonNullable<OrderReturn['credit_note']>;

/** A return with its credit note, of which an order has one for each return. */
export type CreditedReturn = { order: StaffOrder; returned: OrderReturn; note: CreditNote };

/** Credit notes of an order, or only the one with `number`. */
export function creditNotes(order: StaffOrder, number?: string): CreditedReturn[] {
  const credited = order.returns.flatMap((returned) =>
    returned.credit_note ? [{ order, returned, note: returned.credit_note }] : [],
  );
  return number ? credited.filter(({ note }) => note.number === number) : credited;
}

/** Lines of a credit note: the lines of the order with the returned units. */
export function creditLines({ order, returned }: CreditedReturn): OrderLine[] {
  return returned.lines.flatMap(({ pro_id, to_stock, to_waste }) => {
    const line = order.lines.find((one) => one.pro_id === pro_id);
    const quantity = to_stock + to_waste;
    return line ? [{ ...line, quantity, total: line.price * quantity }] : [];
  });
}
