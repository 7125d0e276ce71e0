import { type LucideIcon, PackageSearch, RotateCcw, WifiOff, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '@/shared/api/client';
import { useRetryOnline } from '@/shared/hooks/use-retry-online';
import { useT } from '@/shared/i18n/language-context';
import { Button } from './Button';
import { LocalizedText } from './LocalizedText';
import type { Tint } from './ResponsiveImage';

type EmptyStateProps = {
  title: string;
  text?: string;
  icon?: LucideIcon;
  tint?: Tint;
  /** One or two links or buttons. */
  actions?: ReactNode;
  headingLevel?: 'h1' | 'h2';
};

export function EmptyState({
  title,
  text,
  icon: Shape = PackageSearch,
  tint = 'leaf',
  actions,
  headingLevel: Heading = 'h2',
}: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-3 px-5 py-8 text-center">
      <div
        className="image-tile grid w-33 place-items-center rounded-xl! text-on-tile-2"
        data-tint={tint}
      >
        <Shape size={52} strokeWidth={1.25} aria-hidden />
      </div>
      <Heading className="text-lg">
        <LocalizedText>{title}</LocalizedText>
      </Heading>
      {text && (
        <p className="max-w-88 text-sm text-text-3">
          <LocalizedText>{text}</LocalizedText>
        </p>
      )}
      {actions && <div className="mt-1 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}

/** Error state: what happened, and a retry button. It also retries when the connection is back. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useT();
  const isOffline = (error instanceof ApiError && error.code === 'offline') || !navigator.onLine;
  useRetryOnline(true, onRetry);
  return (
    <div role="alert">
      <EmptyState
        icon={isOffline ? WifiOff : Wrench}
        tint="clay"
        title={t(isOffline ? 'error.offlineTitle' : 'error.title')}
        text={t(isOffline ? 'error.offlineText' : 'error.text')}
        actions={
          <Button icon={RotateCcw} onClick={onRetry}>
            {t('action.retry')}
          </Button>
        }
      />
    </div>
  );
}
