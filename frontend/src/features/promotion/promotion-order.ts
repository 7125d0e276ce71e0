import type { Promotion, PromotionType } from '@/shared/api/types';

/** Sorts after every date. */
const NO_END = '~';

/** Promotions by end date, earliest first and those without one last, without promotions that have no products. */
export function endingFirst(promotions: Promotion[]): Promotion[] {
  return promotions
    .filter(({ products }) => products.length > 0)
    .sort((a, b) => compare(a.ends || NO_END, b.ends || NO_END) || a.promo_id - b.promo_id);
}

/** Compares dates as plain strings. `localeCompare` needs 30 ms of preparation on a phone. */
const compare = (a: string, b: string) => Number(a > b) - Number(a < b);

export type RunningType = PromotionType & { running: Promotion[] };

/** Promotion types with their active promotions, in the shop's order; types without any come last. */
export function runningByType(types: PromotionType[], promotions: Promotion[]): RunningType[] {
  const running = endingFirst(promotions);
  return types
    .map((type) => ({
      ...type,
      running: running.filter(({ promo_type_id }) => promo_type_id === type.promo_type_id),
    }))
    .sort((a, b) => Number(a.running.length === 0) - Number(b.running.length === 0));
}
