import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { lazy } from 'react';
import { usePageTitle } from '@/shared/head/page-title';
import { useT } from '@/shared/i18n/language-context';
import { ErrorState } from '@/shared/ui/PageStates';
import { loadServiceWorker } from './offline/load-service-worker';
import { ShellPart } from './shell/ShellPart';

const SeenPages = lazy(() => loadServiceWorker().then((module) => ({ default: module.SeenPages })));

/** Error page of every route: explains the failure, retries with fresh data and, while offline, lists visited pages. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const t = useT();
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  usePageTitle(t('error.title'), { isHidden: true });
  const retry = () => {
    queries.reset();
    reset();
    router.invalidate();
  };
  return (
    <div className="wrap py-8">
      <ErrorState error={error} onRetry={retry} />
      {!navigator.onLine && (
        <ShellPart height="hidden">
          <SeenPages />
        </ShellPart>
      )}
    </div>
  );
}
