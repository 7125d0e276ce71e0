/** A price change with consequences that a slip of the hand should not have. */
export type PriceEffect = 'free' | 'removed' | 'halved';

/** Consequence of a new price, if it has one: the product becomes free or is no longer sold, or its price falls by more than half. */
export function priceEffect(before: number | null, after: number | null): PriceEffect | undefined {
  if (after === before) return undefined;
  if (after === 0) return 'free';
  if (after === null) return 'removed';
  return before !== null && after * 2 < before ? 'halved' : undefined;
}
