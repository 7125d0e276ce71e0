import { Camera, LoaderCircle, Play } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { InlineAlert } from '@/shared/ui/Notice';
import type { CameraError } from './camera-error';
import { useCamera } from './use-camera';

type CameraViewProps = {
  quality: number;
  onCapture: (file: File) => void;
  onError: (error: CameraError) => void;
  onCancel: () => void;
};

/** Live image of the rear camera, with a circle as a guide for the product. */
export function CameraView({ quality, onCapture, onError, onCancel }: CameraViewProps) {
  const t = useT();
  const { video, state, isEarly, capture, tap, events } = useCamera({
    quality,
    onCapture,
    onError,
  });
  return (
    <>
      <div className="image-search-body flex flex-col gap-3">
        <div className="image-search-camera">
          <video
            ref={video}
            autoPlay
            playsInline
            muted
            aria-label={t('imageSearch.cameraView')}
            {...events}
          />
          {state === 'ready' && <div aria-hidden className="image-search-guide" />}
          {state === 'loading' && (
            <p className="image-search-camera-note">
              <Icon of={LoaderCircle} size="l" className="animate-spin" />
              <LocalizedText>{t('imageSearch.opening')}</LocalizedText>
            </p>
          )}
          {state === 'blocked' && (
            <div className="image-search-camera-note">
              <Button kind="white" size="l" icon={Play} onClick={tap}>
                {t('imageSearch.tapToStart')}
              </Button>
            </div>
          )}
        </div>
        <p role="status" className="min-h-6 text-center text-sm text-text-3">
          {state === 'ready' && <LocalizedText>{t('imageSearch.guide')}</LocalizedText>}
        </p>
        {isEarly && <InlineAlert kind="warn" isUrgent title={t('imageSearch.notReady')} />}
      </div>
      <div className="image-search-foot">
        <Button kind="outline" size="l" onClick={onCancel}>
          {t('action.cancel')}
        </Button>
        <Button size="l" icon={Camera} onClick={capture} className="flex-1">
          {t('imageSearch.shutter')}
        </Button>
      </div>
    </>
  );
}
