import { readWholeNumber } from '@/shared/format/whole-number';

/** Largest quantity when the stock is unknown (section 5 of the specification). */
export const MAX_QUANTITY = 99;

export function maxQuantity(stock: number | null, fallbackMax = MAX_QUANTITY): number {
  return stock && stock > 0 ? stock : fallbackMax;
}

/**
 * Quantity that a text means while typing, at most `max`. Undefined if it is to be ignored (empty, 0), null if it is not
 * a whole number.
 */
export function typedQuantity(text: string, max: number): number | undefined | null {
  const value = readWholeNumber(text);
  if (!value) return value === null ? null : undefined;
  return Math.min(value, max);
}

export function clampQuantity(value: number, max: number): number {
  return Math.min(Math.max(1, Math.trunc(value) || 1), max);
}
