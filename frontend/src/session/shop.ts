import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLanguage, useT } from '@/language/context';
import type { LanguageCode } from '@/language/languages';
import type { Translate } from '@/language/texts';

/** What code outside of components needs of the page: its answers and its language. */
export type Shop = { queryClient: QueryClient; t: Translate; code: LanguageCode };

export function useShop(): Shop {
  const queryClient = useQueryClient();
  const t = useT();
  const { code } = useLanguage();
  return useMemo(() => ({ queryClient, t, code }), [queryClient, t, code]);
}
