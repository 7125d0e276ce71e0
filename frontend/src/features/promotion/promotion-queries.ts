import { getQuery } from '@/shared/api/client';
import type { Envelope, Promotion, PromotionType } from '@/shared/api/types';

export const promotionTypesQuery = getQuery<Envelope<PromotionType[]>>('/api/v1/pomotion/type');

/** Active promotions of one type, or of all types. */
export const promotionsQuery = (type?: string) =>
  getQuery<Envelope<Promotion[]>>('/api/v1/promotion', { type });
