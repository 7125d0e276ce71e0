import { getQuery } from '@/shared/api/client';
import type { Content, Envelope, RetentionTimes } from '@/shared/api/types';

export const contentQuery = (slug: string) =>
  getQuery<Envelope<Content>>(`/api/v1/content/${slug}`);

export const retentionQuery = getQuery<Envelope<RetentionTimes>>('/api/v1/retention');
