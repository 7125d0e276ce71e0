/** Cart quantities of section 5: digits only, at least 1, at most the stock, or `fallbackMax` when stock is unknown. */
export const MAX_QUANTITY = 99;

export function maxQuantity(stock: number | null, fallbackMax = MAX_QUANTITY): number {
  return stock && stock > 0 ? stock : fallbackMax;
}

/** What a typed text means while typing: null when it is to be ignored (empty, 0). */
export function typedQuantity(text: string, max: number): number | null {
  const digits = text.replace(/\D/g, '');
  const value = Number(digits);
  return value > 0 ? Math.min(value, max) : null;
}

export function clampQuantity(value: number, max: number): number {
  return Math.min(Math.max(1, Math.trunc(value) || 1), max);
}
