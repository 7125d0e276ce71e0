import { formatNumber } from '@/shared/format/kip';
import { readPrice } from '@/shared/format/price-text';

export type PriceError = 'digits' | 'order';
export type PriceRangeInput =
  | { min_price: number | undefined; max_price: number | undefined; error?: undefined }
  | { error: PriceError; field: 'min' | 'max' };

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
