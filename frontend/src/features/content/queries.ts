import { getQuery } from '@/api/client';
import type { Content, Envelope } from '@/api/types';

export const contentQuery = (slug: string) =>
  getQuery<Envelope<Content>>(`/api/v1/content/${slug}`);
