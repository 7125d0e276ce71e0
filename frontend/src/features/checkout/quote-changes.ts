import type { LineChange } from '@/domain/orders/order-types';

/**
 * Everything that changed since the shopper last agreed. The shop takes a new price as seen with the next quote, so
 * what is not agreed to yet is kept here: a line's first old price with its last new one.
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

/** Fewer are left than wanted. */
export const isInsufficient = ({ requested, available }: LineChange) => available < requested;

/** Whether the price rose; null when it is the same. */
export function isPriceIncrease({ price_was, price_now }: LineChange): boolean | null {
  if (price_was === null || price_now === null || price_was === price_now) return null;
  return price_now > price_was;
}

/** Agreed prices by product. */
export type AcknowledgedChanges = ReadonlyMap<number, number | null>;

/** Reported changes without the new prices that the shopper has accepted, because the server may report those again. */
export function withoutAcknowledged(told: LineChange[], agreed: AcknowledgedChanges): LineChange[] {
  return told.map((change) => {
    const isAgreed = agreed.get(change.pro_id) === change.price_now;
    return isAgreed ? { ...change, price_was: null } : change;
  });
}

/** What agreeing means for the cart: the quantity of each short line that is to be had, 0 for none. */
export function acknowledgedQuantities(
  changes: LineChange[],
): { pro_id: number; quantity: number }[] {
  return changes
    .filter(isInsufficient)
    .map(({ pro_id, available }) => ({ pro_id, quantity: Math.max(0, available) }));
}

/** The lines of a 409; anything else in them is left out. */
export function readChanges(lines: unknown): LineChange[] {
  if (!Array.isArray(lines)) return [];
  return lines.filter(
    (line): line is LineChange =>
      typeof line === 'object' && line !== null && Number.isSafeInteger(line.pro_id),
  );
}
