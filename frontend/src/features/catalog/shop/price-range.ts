import { formatNumber } from '@/shared/format/kip';
import { latinDigits } from '@/shared/format/latin-digits';

export type PriceError = 'digits' | 'order';
export type PriceRangeInput =
  | { min_price: number | undefined; max_price: number | undefined; error?: undefined }
  | { error: PriceError; field: 'min' | 'max' };

const PRICE = /^(\d{1,15}|\d{1,3}([.,\s]\d{3}){1,4})$/;

/** A price as people type it: `50000`, `50,000`, `50.000`, `₭50 000`, `໕໐໐໐໐`. Empty is no bound; anything else is a fault. */
export function readPrice(text: string): number | undefined | null {
  const typed = latinDigits(text.replace('₭', '')).trim();
  if (typed === '') return undefined;
  return PRICE.test(typed) ? Number(typed.replace(/\D/g, '')) : null;
}

export function readPriceRange(min: string, max: string): PriceRangeInput {
  const min_price = readPrice(min);
  const max_price = readPrice(max);
  if (min_price === null) return { error: 'digits', field: 'min' };
  if (max_price === null) return { error: 'digits', field: 'max' };
  if (min_price !== undefined && max_price !== undefined && min_price > max_price) {
    return { error: 'order', field: 'max' };
  }
  return { min_price, max_price };
}

export function priceText(price: number | undefined): string {
  return price === undefined ? '' : formatNumber(price);
}
