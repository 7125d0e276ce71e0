import type { LineChange, Quote, QuoteLine, Totals } from '@/domain/orders/order-types';

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

/** Quantities that accepting the changes sets in the cart: the available units of each short line; 0 for none. */
export function acknowledgedQuantities(
  changes: LineChange[],
): { pro_id: number; quantity: number }[] {
  return changes
    .filter(isInsufficient)
    .map(({ pro_id, available }) => ({ pro_id, quantity: Math.max(0, available) }));
}

/** A quote on the screen, with the input that it belongs to. */
export type ShownQuote = { quote: Quote; input: QuoteInputParts };
type QuoteInputParts = { delivery: unknown; points?: unknown };

/** Lines whose price differs from the price in the quote that this screen showed before. */
export function changedPrices(before: Quote, now: Quote): LineChange[] {
  const prices = new Map(before.lines.map(({ pro_id, price }) => [pro_id, price]));
  return now.lines.flatMap(({ pro_id, quantity, available, price, state }) => {
    const was = prices.get(pro_id);
    if (was === undefined || was === price || state === 'not_for_sale') return [];
    return [{ pro_id, requested: quantity, available, price_was: was, price_now: price }];
  });
}

/**
 * Whether an amount differs from the amount in the quote that this screen showed before, although the customer
 * changed nothing it depends on.
 */
export function isAmountChanged(before: ShownQuote, now: ShownQuote): boolean {
  const [was, is] = [before.quote, now.quote];
  if (goodsOf(was.lines) !== goodsOf(is.lines)) return false;
  const isSameDelivery = isEqual(before.input.delivery, now.input.delivery);
  const isSamePoints = isEqual(before.input.points, now.input.points);
  const differs = (amount: keyof Totals) => was.totals[amount] !== is.totals[amount];
  return (
    (isSameDelivery && differs('delivery_fee')) ||
    (isSamePoints && differs('points_discount')) ||
    (is.totals.points_used > 0 && was.point_value !== is.point_value) ||
    (isSameDelivery && isSamePoints && differs('total'))
  );
}

const goodsOf = (lines: QuoteLine[]) =>
  JSON.stringify(lines.map(({ pro_id, quantity }) => [pro_id, quantity]));
const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
