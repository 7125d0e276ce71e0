import '@/shared/styles/main.css';
import { startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { listenForOpenChat } from '@/domain/chat/chat-window';
import { type PageState, readPageState, seedQueries } from '@/shared/api/page-state';
import { createQueryClient } from '@/shared/api/query-client';
import { rememberFirstHead } from '@/shared/head/page-head';
import { setRenderedAt } from '@/shared/hydration/hydration-state';
import { replayEarlyClick } from '@/shared/hydration/replay-early-click';
import { preferredUnrouted, resolveLanguage } from '@/shared/i18n/language-preference';
import {
  DEFAULT_LANGUAGE,
  isLanguagePath,
  languageOfPath,
  withLanguage,
  withoutLanguage,
} from '@/shared/i18n/languages';
import { loadMessages } from '@/shared/i18n/load-messages';
import { afterNextPaint } from '@/shared/scheduling/after-next-paint';
import { whenIdle } from '@/shared/scheduling/when-idle';
import { followDevice } from '@/shared/theme/theme';
import { notFoundHrefs } from './not-found-hrefs';
import { loadServiceWorker } from './offline/load-service-worker';
import { routeKey } from './route-key';
import { createShopRouter } from './router';
import { ShopApp } from './ShopApp';
import { isStaffPage } from './shell/staff-page';

async function start(): Promise<void> {
  if (!isLanguagePath(location.pathname)) {
    // The edge redirects paths without a language before they get here; the development server does not.
    const path = withLanguage(location.pathname, DEFAULT_LANGUAGE.code);
    return location.replace(path + location.search + location.hash);
  }
  const page = readPageState(document);
  // Lets the browser paint the server-rendered HTML before hydration occupies the main thread.
  if (page.view) await afterNextPaint();

  rememberFirstHead();
  const routed = languageOfPath(location.pathname) ?? DEFAULT_LANGUAGE;
  const language = await resolveLanguage(routed);

  const queryClient = createQueryClient();
  seedQueries(queryClient, page);

  const office = isStaffPage(withoutLanguage(location.pathname))
    ? (await import('./office/office-routes')).officeRoute
    : undefined;
  const router = createShopRouter(routed, { queryClient, notFoundHrefs: [] }, { office });
  if (page.status === 404) {
    router.update({
      ...router.options,
      context: { ...router.options.context, notFoundHrefs: notFoundHrefs(router) },
    });
  }

  // With data in the page, code and messages load together and the first paint is the whole page. Without data, the
  // shell is drawn first.
  const hasData = Object.keys(page.queries).length > 0;
  const [t] = await Promise.all([loadMessages(language), hasData && router.load()]);

  const root = document.getElementById('root') as HTMLElement;
  const app = <ShopApp queryClient={queryClient} language={language} t={t} router={router} />;
  if (language === routed && isHydratable(page, router)) {
    // A transition hydrates in small steps, so the page scrolls and responds between them. A click hydrates its target
    // at once.
    startTransition(() => {
      hydrateRoot(root, app, {
        // React redraws a part that the user or a page translator changed before hydration. On an untouched page this
        // would be a bug, which `ssr.spec.ts` looks for.
        onRecoverableError: (error) =>
          // biome-ignore lint/suspicious/noConsole: a browser's console is where it is looked for
          console.warn('hydration failed, rendered on the client:', error),
      });
    });
  } else {
    // Replaces server-rendered HTML, if any, within one frame.
    const draw = () => createRoot(root).render(app);
    if (root.hasChildNodes()) flushSync(draw);
    else draw();
  }
  delete document.documentElement.dataset.translating;
  replayEarlyClick();

  // A page restored from the back/forward cache reloads if the language has changed since.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && preferredUnrouted() !== language.messages) location.reload();
  });
}

/**
 * Whether the server-rendered HTML shows the current page. It does not if the history entry holds state that the
 * address lacks: an open dialog, further loaded pages, or image search results.
 */
function isHydratable({ view }: PageState, router: ReturnType<typeof createShopRouter>): boolean {
  if (!view) return false;
  setRenderedAt(view.now);
  const { hash, state } = router.state.location;
  const isPlain = Object.keys(state).every((name) => name === 'key' || name.startsWith('__'));
  return !hash && isPlain && view.of === routeKey(router);
}

// Registered before the chat has loaded, so that an early `open-chat` event is not lost.
listenForOpenChat();
followDevice();
start().catch((error) => {
  // biome-ignore lint/suspicious/noConsole: what is shown says only that it failed
  console.error(error);
  // Messages may not have loaded; `index.html` brings its own texts for this event.
  dispatchEvent(new Event('failed'));
});
// Without a service worker the shop works as before, so a failure is ignored.
whenIdle(
  () =>
    void loadServiceWorker()
      .then(({ registerServiceWorkerOnce }) => registerServiceWorkerOnce())
      .catch(() => {}),
);
