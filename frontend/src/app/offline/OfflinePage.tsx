import { Link } from '@tanstack/react-router';
import { usePageTitle } from '@/shared/head/page-title';
import { useT } from '@/shared/i18n/language-context';
import { registerServiceWorker } from '@/shared/offline/register-service-worker';
import { buttonStyle } from '@/shared/ui/button-style';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { VisitedPages as Seen } from './VisitedPages';

/** Re-exported for error pages: one chunk, cached in advance, so that it is available offline. */
export const SeenPages = Seen;
export const registerServiceWorkerOnce = () => registerServiceWorker();

/** Offline page: lists the cached pages. The service worker serves it in place of every page that is not cached. */
export function OfflinePage() {
  const t = useT();
  usePageTitle(t('visitedPages.title'), { isHidden: true });
  return (
    <div className="wrap py-8">
      <h1 className="sr-only">
        <LocalizedText>{t('visitedPages.title')}</LocalizedText>
      </h1>
      <Seen />
      <div className="mt-6 flex justify-center">
        <Link to="/" className={buttonStyle('outline')}>
          {t('nav.toHome')}
        </Link>
      </div>
    </div>
  );
}
