import type { Promotion, PromotionType } from '@/shared/api/types';

/** What ends first comes first; a promotion without products has nothing to show. */
export function endingFirst(promotions: Promotion[]): Promotion[] {
  return promotions
    .filter(({ products }) => products.length > 0)
    .sort((a, b) => compare(a.ends, b.ends) || a.promo_id - b.promo_id);
}

/** Days are in the order of their characters. To compare words, a phone has to make itself ready for 30 ms first. */
const compare = (a: string, b: string) => Number(a > b) - Number(a < b);

export type RunningType = PromotionType & { running: Promotion[] };

/** Every type with what runs of it, in the shop's order; types of which nothing runs come last. */
export function runningByType(types: PromotionType[], promotions: Promotion[]): RunningType[] {
  const running = endingFirst(promotions);
  return types
    .map((type) => ({
      ...type,
      running: running.filter(({ promo_type_id }) => promo_type_id === type.promo_type_id),
    }))
    .sort((a, b) => Number(a.running.length === 0) - Number(b.running.length === 0));
}
