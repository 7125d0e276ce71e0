import { RotateCcw, Upload, WifiOff, Wrench } from 'lucide-react';
import { useRetryOnline } from '@/shared/hooks/use-retry-online';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { EmptyState } from '@/shared/ui/PageStates';
import type { Device } from './device';
import type { ImageSearchError } from './search-error';

type ErrorViewProps = {
  error: ImageSearchError;
  device: Device;
  onRetry: () => void;
  onUpload: () => void;
};

export function ErrorView({ error, device, onRetry, onUpload }: ErrorViewProps) {
  const t = useT();
  const isOffline = error.kind === 'network';
  useRetryOnline(isOffline, onRetry);
  const texts: Record<ImageSearchError['kind'], () => string> = {
    general: () => t('imageSearch.general'),
    timeout: () => t('imageSearch.timeout'),
    database: () => t('imageSearch.database'),
    network: () => t('imageSearch.network'),
    unreadable: () => t('imageSearch.unreadable'),
    size: () => t('imageSearch.tooLarge', { size: device.maxMegabytes }),
    type: () => t('imageSearch.wrongType'),
    unavailable: () => t('imageSearch.unavailable'),
    off: () => t('imageSearch.turnedOff'),
    busy: () => t('imageSearch.busy', { seconds: error.kind === 'busy' ? error.seconds : 0 }),
  };
  return (
    <div className="image-search-body" role="alert">
      <EmptyState
        icon={isOffline ? WifiOff : Wrench}
        tint="clay"
        title={t('imageSearch.failed')}
        text={texts[error.kind]()}
        actions={
          // No other image and no later try finds anything while it is switched off.
          error.kind !== 'off' && (
            <>
              <Button icon={RotateCcw} onClick={onRetry}>
                {t('action.retry')}
              </Button>
              <Button kind="outline" icon={Upload} onClick={onUpload}>
                {t('imageSearch.uploadAgain')}
              </Button>
            </>
          )
        }
      />
    </div>
  );
}
