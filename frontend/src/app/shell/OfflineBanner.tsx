import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** @param hasSpace whether the page gets free space at its end, which the banner would cover */
export function OfflineBanner({ hasSpace }: { hasSpace: boolean }) {
  const t = useT();
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <>
      <div
        role="status"
        className="fixed inset-x-4 bottom-[calc(1rem+var(--bar-h))] z-(--z-toast) mx-auto max-w-105"
      >
        {!isOnline && (
          <p className="flex min-h-14 animate-[rise-in_var(--t-base)_var(--ease-out)] items-center gap-2.5 rounded-md bg-toast px-4 text-sm text-on-ink shadow-3">
            <Icon of={WifiOff} />
            <span>
              <LocalizedText>{t('state.offline')}</LocalizedText>
            </span>
          </p>
        )}
      </div>
      {hasSpace && !isOnline && <div className="h-24" />}
    </>
  );
}
