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
} from '@/shared/i18n/languages';
import { loadMessages } from '@/shared/i18n/load-messages';
import { afterNextPaint } from '@/shared/scheduling/after-next-paint';
import { whenIdle } from '@/shared/scheduling/when-idle';
import { followDevice } from '@/shared/theme/theme';
import { loadServiceWorker } from './offline/load-service-worker';
import { routeKey } from './route-key';
import { createShopRouter } from './router';
import { ShopApp } from './ShopApp';

async function start(): Promise<void> {
  if (!isLanguagePath(location.pathname)) {
    // The edge redirects such a path before it gets here; the development server does not.
    const path = withLanguage(location.pathname, DEFAULT_LANGUAGE.code);
    return location.replace(path + location.search + location.hash);
  }
  const page = readPageState(document);
  // The browser shows what is in the page before it is kept busy.
  if (page.view) await afterNextPaint();

  rememberFirstHead();
  const routed = languageOfPath(location.pathname) ?? DEFAULT_LANGUAGE;
  const language = await resolveLanguage(routed);

  const queryClient = createQueryClient();
  seedQueries(queryClient, page);

  const router = createShopRouter(routed, { queryClient, notFoundHref: undefined });
  if (page.status === 404) {
    router.update({
      ...router.options,
      context: { queryClient, notFoundHref: router.latestLocation.href },
    });
  }

  // With the data in the page, its code and texts come together and the first paint is the whole page. Without them
  // the shell comes first.
  const hasData = Object.keys(page.queries).length > 0;
  const [t] = await Promise.all([loadMessages(language), hasData && router.load()]);

  const root = document.getElementById('root') as HTMLElement;
  const app = <ShopApp queryClient={queryClient} language={language} t={t} router={router} />;
  if (language === routed && isHydratable(page, router)) {
    // In small steps, so that the page scrolls and answers between them. A press makes the rest come at once.
    startTransition(() => {
      hydrateRoot(root, app, {
        // A part is drawn anew when somebody went on, or a translator changed it, before it was taken over. Nobody sees
        // a difference; on a page left alone it would be a fault of ours, which `first-view.spec.ts` looks for.
        // biome-ignore lint/suspicious/noConsole: a browser's console is where it is looked for
        onRecoverableError: (error) => console.warn('first view drawn anew:', error),
      });
    });
  } else {
    // Takes the place of what may be there, in one frame, before anything of it is shown.
    const draw = () => createRoot(root).render(app);
    if (root.hasChildNodes()) flushSync(draw);
    else draw();
  }
  delete document.documentElement.dataset.translating;
  replayEarlyClick();

  // A page the browser kept whole comes back in the language it had.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && preferredUnrouted() !== language.messages) location.reload();
  });
}

/**
 * Whether the HTML in the page is what is to be shown now: not so where the history's entry says more than its address,
 * such as a dialog that is open, a list grown by hand, or products like a picture.
 */
function isHydratable({ view }: PageState, router: ReturnType<typeof createShopRouter>): boolean {
  if (!view) return false;
  setRenderedAt(view.now);
  const { hash, state } = router.state.location;
  const isPlain = Object.keys(state).every((name) => name === 'key' || name.startsWith('__'));
  return !hash && isPlain && view.of === routeKey(router);
}

// Whatever asks for the chat before there is one is heard.
listenForOpenChat();
followDevice();
start().catch((error) => {
  // biome-ignore lint/suspicious/noConsole: what is shown says only that it failed
  console.error(error);
  // Words of this page have not come: `index.html` brings its own.
  dispatchEvent(new Event('failed'));
});
// Without its code there is no shelf, and a shop all the same.
whenIdle(
  () =>
    void loadServiceWorker()
      .then(({ registerServiceWorkerOnce }) => registerServiceWorkerOnce())
      .catch(() => {}),
);
