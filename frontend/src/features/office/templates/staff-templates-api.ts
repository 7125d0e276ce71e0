import { queryOptions } from '@tanstack/react-query';
import { authFetch } from '@/shared/api/auth';
import { apiUrl } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import type { Envelope } from '@/shared/api/types';
import type { LanguageCode } from '@/shared/i18n/languages';

type Schemas = components['schemas'];
export type MessageTemplates = Schemas['MessageTemplates'];
export type MessageTemplate = Schemas['MessageTemplate'];

const TEMPLATES = '/api/staff/message-templates';

/**
 * Templates of one language. Refetched when the window receives the focus, because an operator edits the files
 * meanwhile.
 */
export function templatesQuery(language: LanguageCode) {
  const url = apiUrl(TEMPLATES, { language });
  return queryOptions<Envelope<MessageTemplates>, Error, MessageTemplates, [string, string]>({
    queryKey: [TEMPLATES, url],
    queryFn: ({ signal }) => authFetch<Envelope<MessageTemplates>>(url, { signal }),
    select: ({ data }) => data,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchOnReconnect: 'always',
  });
}
