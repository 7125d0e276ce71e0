/** Largest quantity when the stock is unknown (section 5 of the specification). */
export const MAX_QUANTITY = 99;

export function maxQuantity(stock: number | null, fallbackMax = MAX_QUANTITY): number {
  return stock && stock > 0 ? stock : fallbackMax;
}

/** Quantity that a text means while typing; null if it is to be ignored (empty, 0). */
export function typedQuantity(text: string, max: number): number | null {
  const digits = text.replace(/\D/g, '');
  const value = Number(digits);
  return value > 0 ? Math.min(value, max) : null;
}

export function clampQuantity(value: number, max: number): number {
  return Math.min(Math.max(1, Math.trunc(value) || 1), max);
}
