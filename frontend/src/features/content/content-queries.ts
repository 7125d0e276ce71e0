import { getQuery } from '@/shared/api/client';
import type { Content, Envelope } from '@/shared/api/types';

export const contentQuery = (slug: string) =>
  getQuery<Envelope<Content>>(`/api/v1/content/${slug}`);
