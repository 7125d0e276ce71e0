import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import type { LanguageCode } from '@/shared/i18n/languages';
import type { Translate } from '@/shared/i18n/load-messages';

/** The page's query cache and language, for code outside of components. */
export type AppContext = { queryClient: QueryClient; t: Translate; code: LanguageCode };

export function useAppContext(): AppContext {
  const queryClient = useQueryClient();
  const t = useT();
  const { code } = useLanguage();
  return useMemo(() => ({ queryClient, t, code }), [queryClient, t, code]);
}
