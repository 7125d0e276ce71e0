import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { useResyncRouter } from '@/shared/hydration/use-resync-router';
import { LanguageProvider } from '@/shared/i18n/language-context';
import type { Language } from '@/shared/i18n/languages';
import type { Translate } from '@/shared/i18n/load-messages';
import type { createShopRouter } from './router';

type ShopAppProps = {
  queryClient: QueryClient;
  language: Language;
  t: Translate;
  router: ReturnType<typeof createShopRouter>;
};

/** Root component. The browser and the server-side renderer draw the same tree. */
export function ShopApp({ queryClient, language, t, router }: ShopAppProps) {
  useResyncRouter(router);
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <LanguageProvider value={{ language, t }}>
          <RouterProvider router={router} />
        </LanguageProvider>
      </QueryClientProvider>
    </StrictMode>
  );
}
