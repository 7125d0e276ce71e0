import { RotateCw, X } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { OfficeIconButton } from '../OfficeButton';
import type { ImageUpload } from './use-image-uploads';

type UploadListProps = {
  uploads: ImageUpload[];
  onStop: (id: number) => void;
  onRetry: (upload: ImageUpload) => void;
};

/** List of running and failed uploads. */
export function UploadList({ uploads, onStop, onRetry }: UploadListProps) {
  const t = useT();
  if (uploads.length === 0) return null;
  return (
    <ul className="o-uploads" aria-label={t('office.upload.list')}>
      {uploads.map((upload) => {
        const { id, file, share, error, isFinal } = upload;
        const percent = Math.round(share * 100);
        return (
          <li key={id} data-failed={error ? true : undefined}>
            <span className="o-grow o-small">
              <bdi>{file.name}</bdi>
              {error ? (
                <span role="alert" className="text-err">
                  {' '}
                  {error}
                </span>
              ) : (
                <progress
                  aria-label={t('office.upload.sending', { file: file.name })}
                  max={100}
                  value={percent}
                />
              )}
            </span>
            {error && !isFinal && (
              <OfficeIconButton
                icon={RotateCw}
                label={t('office.upload.retry', { file: file.name })}
                onClick={() => onRetry(upload)}
              />
            )}
            <OfficeIconButton
              icon={X}
              label={t(error ? 'office.upload.dismiss' : 'office.upload.stop', { file: file.name })}
              onClick={() => onStop(id)}
            />
          </li>
        );
      })}
    </ul>
  );
}
