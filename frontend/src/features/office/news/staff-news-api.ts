import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { authFetch } from '@/shared/api/auth';
import { apiUrl } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import type { Envelope } from '@/shared/api/types';

type Schemas = components['schemas'];
export type News = Schemas['News'];
export type NewsPage = Schemas['NewsPage'];
export type NewsText = Schemas['NewsText'];
export type NewsPreview = Schemas['NewsPreview'];

const NEWS = '/api/staff/news';
const PAGE_SIZE = 20;
const POLL_MS = 2000;

/** One page of the news, newest first. It is polled every two seconds while some are being sent. */
export function newsQuery(before?: number) {
  const url = apiUrl(NEWS, { before, limit: PAGE_SIZE });
  return queryOptions<NewsPage, Error, NewsPage, [string, string]>({
    queryKey: [NEWS, url],
    queryFn: ({ signal }) => authFetch<NewsPage>(url, { signal }),
    placeholderData: (former) => former,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.data.some((one) => one.state === 'sending') ? POLL_MS : false,
    refetchOnWindowFocus: true,
    refetchOnReconnect: 'always',
  });
}

export const previewNews = async (text: NewsText) =>
  (await authFetch<Envelope<NewsPreview>>(`${NEWS}/preview`, { method: 'POST', body: text })).data;

/** Sends news. It is idempotent by `key`. */
export const sendNews = (text: NewsText, key: string) =>
  authFetch(NEWS, { method: 'POST', headers: { 'idempotency-key': key }, body: text });

export const cancelNews = (newsId: number) =>
  authFetch(`${NEWS}/${newsId}/cancel`, { method: 'POST' });

export const renewNews = (client: QueryClient) => client.invalidateQueries({ queryKey: [NEWS] });
