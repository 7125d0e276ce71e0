import { expect, it } from 'vitest';
import type { Promotion } from '@/shared/api/types';
import { endingFirst, runningByType } from './promotion-order';

const promotion = (promo_id: number, ends: string, count = 1, promo_type_id = 1) =>
  ({ promo_id, promo_type_id, ends, products: Array.from({ length: count }) }) as Promotion;

it('promotions are ordered by their end, those without one last, without empty ones', () => {
  const order = endingFirst([
    promotion(4, ''),
    promotion(1, '2026-12-31'),
    promotion(2, '2026-11-30'),
    promotion(3, '2026-11-22', 0),
  ]);
  expect(order.map(({ promo_id }) => promo_id)).toEqual([2, 1, 4]);
});

it('promotion types keep their order, those without a running one come last', () => {
  const type = (promo_type_id: number) => ({
    promo_type_id,
    promo_type_name: '',
    promo_type_name_en: '',
  });
  const types = runningByType(
    [type(1), type(2), type(3)],
    [
      promotion(7, '2026-12-31', 1, 3),
      promotion(8, '2026-11-30', 1, 3),
      promotion(9, '2026-12-01', 1, 2),
    ],
  );
  expect(types.map((each) => each.promo_type_id)).toEqual([2, 3, 1]);
  expect(types[1]?.running.map(({ promo_id }) => promo_id)).toEqual([8, 7]);
});
