import type { LineChange } from '@/domain/orders/order-types';

/**
 * Merges changes since the customer last accepted any. The server treats a new price as seen with the next quote, so
 * changes that are not accepted yet are stored here: the first old price of a line with its latest new one.
 */
export function mergeChanges(known: LineChange[], fresh: LineChange[]): LineChange[] {
  const merged = new Map(known.map((change) => [change.pro_id, change]));
  for (const change of fresh) {
    const before = merged.get(change.pro_id);
    merged.set(change.pro_id, { ...change, price_was: before?.price_was ?? change.price_was });
  }
  return [...merged.values()].filter(
    (change) => isInsufficient(change) || isPriceIncrease(change) !== null,
  );
}

/** Whether fewer units are available than requested. */
export const isInsufficient = ({ requested, available }: LineChange) => available < requested;

/** Whether the price has risen; null if it is unchanged. */
export function isPriceIncrease({ price_was, price_now }: LineChange): boolean | null {
  if (price_was === null || price_now === null || price_was === price_now) return null;
  return price_now > price_was;
}

/** Accepted prices by product id. */
export type AcknowledgedChanges = ReadonlyMap<number, number | null>;

/** Reported changes without the new prices that the shopper has accepted, because the server may report those again. */
export function withoutAcknowledged(
  reported: LineChange[],
  agreed: AcknowledgedChanges,
): LineChange[] {
  return reported.map((change) => {
    const isAgreed = agreed.get(change.pro_id) === change.price_now;
    return isAgreed ? { ...change, price_was: null } : change;
  });
}

/** Quantities that accepting the changes sets in the cart: what is available of each short line, 0 for none. */
export function acknowledgedQuantities(
  changes: LineChange[],
): { pro_id: number; quantity: number }[] {
  return changes
    .filter(isInsufficient)
    .map(({ pro_id, available }) => ({ pro_id, quantity: Math.max(0, available) }));
}
