import { useT } from '@/shared/i18n/language-context';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { InlineAlert } from '@/shared/ui/Notice';
import type { FileError } from './accepted-files';
import type { CameraError } from './camera/camera-error';
import type { Device } from './device';
import type { StartNotice } from './use-image-search';

type StartNoticeProps = { notice: StartNotice; device: Device; className?: string | undefined };

/** Notice about why there is no image yet, and what to do. */
export function StartNoticeBox({ notice, device, className }: StartNoticeProps) {
  const t = useT();
  const size = device.maxMegabytes;
  const files: Record<FileError | 'unreadable', () => string> = {
    none: () => t('imageSearch.noFile'),
    'too-many': () => t('imageSearch.uploadFailed'),
    type: () => t('imageSearch.wrongType'),
    size: () => t('imageSearch.tooLarge', { size }),
    unreadable: () => t('imageSearch.unreadable'),
  };
  const cameras: Record<CameraError, () => string> = {
    unsupported: () => t('imageSearch.cameraUnsupported'),
    denied: () => t('imageSearch.cameraDenied'),
    none: () => t('imageSearch.cameraNone'),
    'in-use': () => t('imageSearch.cameraInUse'),
    constraints: () => t('imageSearch.cameraConstraints'),
    'cannot-play': () => t('imageSearch.cameraCannotPlay'),
    broken: () => t('imageSearch.cameraBroken'),
    capture: () => t('imageSearch.captureFailed'),
  };
  const text = notice.about === 'file' ? files[notice.error]() : cameras[notice.error]();
  // On phones, the notice about a rejected file is shown first.
  const isRejected =
    notice.about === 'file' &&
    !device.isWide &&
    (notice.error === 'type' || notice.error === 'size');
  return (
    <InlineAlert
      kind="err"
      title={isRejected ? t('imageSearch.fileRejected') : text}
      className={className}
    >
      {isRejected && (
        <p className="text-text-2">
          <LocalizedText>{text}</LocalizedText>
        </p>
      )}
    </InlineAlert>
  );
}
