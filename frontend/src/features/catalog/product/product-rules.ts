import type { Product } from '@/shared/api/types';
import { isCut } from '@/shared/format/kip';
import type { LanguageCode } from '@/shared/i18n/languages';
import { pickText } from '@/shared/i18n/pick-text';

/** Kip spent for one club point, unless the company data has another value. */
export const KIP_PER_POINT = 200_000;

/** Price before VAT. Prices include VAT. */
export function priceBeforeVat(price: number, vatrate: number): number {
  return price / (1 + vatrate / 100);
}

export function clubPoints(total: number, kipPerPoint = KIP_PER_POINT): number {
  return kipPerPoint > 0 ? Math.floor(total / kipPerPoint) : 0;
}

/** Kip saved on one unit; 0 without a discount. */
export function savedAmount(price: number | null, original: number | null): number {
  return price !== null && isCut(price, original) ? original - price : 0;
}

/** Kip that are missing for free delivery; 0 if it is reached, null if the shop has none. */
export function missingForFreeDelivery(
  total: number,
  freeFrom: number | null | undefined,
): number | null {
  return freeFrom ? Math.max(0, freeFrom - total) : null;
}

export type Named = { text: string; lang: 'lo' | 'en' };

/** Name in the page's language, and the other language's name below it. */
export function productNames(
  { pro_name_la, pro_name_en }: Pick<Product, 'pro_name_la' | 'pro_name_en'>,
  code: LanguageCode,
): { name: Named; other: Named | null } {
  const text = pickText(pro_name_la, pro_name_en, code);
  const isLao = text === pro_name_la;
  const other = isLao ? pro_name_en : pro_name_la;
  return {
    name: { text, lang: isLao ? 'lo' : 'en' },
    other: other && other !== text ? { text: other, lang: isLao ? 'en' : 'lo' } : null,
  };
}

/** Images of a product: the cover first, each once. */
export function productImages({
  pro_img_cover,
  images,
}: Pick<Product, 'pro_img_cover' | 'images'>): string[] {
  return [...new Set([pro_img_cover, ...images])].filter(Boolean);
}

export function paragraphs(text: string): string[] {
  return text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter(Boolean);
}
