import { Link } from '@tanstack/react-router';
import { usePageTitle } from '@/shared/head/page-title';
import { useT } from '@/shared/i18n/language-context';
import { registerServiceWorker } from '@/shared/offline/register-service-worker';
import { buttonStyle } from '@/shared/ui/button-style';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { VisitedPages as Seen } from './VisitedPages';

/** For pages that failed. One file with this page, so that it is here without a connection. */
export const SeenPages = Seen;
export const registerServiceWorkerOnce = () => registerServiceWorker();

/** What can be looked at without a connection. Its frame stands in for every page that is not kept. */
export function OfflinePage() {
  const t = useT();
  usePageTitle(t('shelf.title'), { isHidden: true });
  return (
    <div className="wrap py-8">
      <h1 className="sr-only">
        <LocalizedText>{t('shelf.title')}</LocalizedText>
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
