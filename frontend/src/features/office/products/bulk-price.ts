import { latinDigits } from '@/shared/format/latin-digits';
import { readPrice } from '@/shared/format/price-text';
import type { PriceStep } from '../staff-product-types';

export const PRICE_STEPS = ['percent', 'amount'] as const;
export type PriceStepKind = (typeof PRICE_STEPS)[number];
export const ROUNDINGS = [1, 100, 500, 1000] as const;
export const DEFAULT_ROUNDING = 500;

/** Parses a price change: `+3`, `-2.5` percent; `-5,000` kip. Undefined if empty or 0, null if invalid. */
export function readPriceStep(kind: PriceStepKind, typed: string): PriceStep | undefined | null {
  const [, sign = '', digits = ''] =
    /^\s*([+\-−]?)\s*(.*?)\s*%?\s*$/s.exec(latinDigits(typed)) ?? [];
  const factor = sign === '-' || sign === '−' ? -1 : 1;
  if (digits === '') return sign ? null : undefined;
  if (kind === 'amount') {
    const amount = readPrice(digits);
    if (typeof amount !== 'number') return null;
    return amount === 0 ? undefined : { by_amount: factor * amount };
  }
  if (!/^\d{1,3}([.,]\d{1,2})?$/.test(digits)) return null;
  const percent = factor * Number(digits.replace(',', '.'));
  if (percent < -90 || percent > 900) return null;
  return percent === 0 ? undefined : { by_percent: percent };
}
