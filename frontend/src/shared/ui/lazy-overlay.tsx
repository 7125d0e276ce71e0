// biome-ignore-all lint/correctness/noComponentHookFactories: overlays are made once, where a module begins
import { CatchBoundary } from '@tanstack/react-router';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useRetryOnline } from '@/shared/hooks/use-retry-online';
import { useT } from '@/shared/i18n/language-context';
import { Button } from './Button';
import { LocalizedText } from './LocalizedText';

const BAR =
  'fixed inset-x-4 bottom-[calc(5.5rem+var(--bar-h))] z-(--z-toast) mx-auto max-w-105 rounded-md bg-surface px-4 shadow-3 inset-ring inset-ring-line';

type OverlayOptions = {
  /** Shown until the overlay's code is loaded. */
  waiting?: ReactNode;
  /** Classes of the error notice; by default a bar over the page. */
  failed?: string;
};

/**
 * Makes an overlay component whose code loads with its first use; `hint` preloads it. If loading fails, the page stays
 * and an error notice offers a retry, which also happens when the connection is back.
 */
export function lazyOverlay<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting, failed = BAR }: OverlayOptions = {},
) {
  // A lazy component that has failed never loads again, so a new one is made.
  const fresh = () => lazy(() => load().then((it) => ({ default: it as ComponentType })));
  let Part = fresh();
  const renew = () => {
    Part = fresh();
  };
  const Loaded = (props: object) => <Part {...props} />;
  const Failed = ({ reset }: { reset: () => void }) => (
    <Failure onRetry={reset} className={failed} />
  );

  function Overlay(props: Props) {
    return (
      <CatchBoundary getResetKey={() => 0} errorComponent={Failed} onCatch={renew}>
        <Suspense fallback={waiting}>
          <Loaded {...props} />
        </Suspense>
      </CatchBoundary>
    );
  }
  return Object.assign(Overlay, { hint: () => void load().catch(() => {}) });
}

function Failure({ onRetry, className }: { onRetry: () => void; className: string }) {
  const t = useT();
  useRetryOnline(true, onRetry);
  return (
    <div role="alert" className={className}>
      <div className="flex min-h-14 items-center justify-between gap-2 text-sm">
        <LocalizedText>{t(navigator.onLine ? 'error.title' : 'error.offlineTitle')}</LocalizedText>
        <Button kind="ghost" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      </div>
    </div>
  );
}
