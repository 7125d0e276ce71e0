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
    none: () => t('photo.noFile'),
    'too-many': () => t('photo.uploadFailed'),
    type: () => t('photo.wrongType'),
    size: () => t('photo.tooLarge', { size }),
    unreadable: () => t('photo.unreadable'),
  };
  const cameras: Record<CameraError, () => string> = {
    unsupported: () => t('photo.cameraUnsupported'),
    denied: () => t('photo.cameraDenied'),
    none: () => t('photo.cameraNone'),
    'in-use': () => t('photo.cameraInUse'),
    constraints: () => t('photo.cameraConstraints'),
    'cannot-play': () => t('photo.cameraCannotPlay'),
    broken: () => t('photo.cameraBroken'),
    capture: () => t('photo.captureFailed'),
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
      title={isRejected ? t('photo.fileRejected') : text}
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
