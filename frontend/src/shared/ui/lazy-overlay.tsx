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
  /** Stands in its place until it is there. */
  waiting?: ReactNode;
  /** How the word stands that it could not be had: a bar over the page, if nothing else is named. */
  failed?: string;
};

/**
 * What lies over a page and comes with its first use; `hint` fetches its code when a press is likely. Where that fails
 * the page stays, with a word about it, and it is tried again by hand or when the connection is back.
 */
export function lazyOverlay<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting, failed = BAR }: OverlayOptions = {},
) {
  // A lazy component that failed once fails for ever.
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
