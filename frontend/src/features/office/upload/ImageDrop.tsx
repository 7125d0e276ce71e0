import { Camera, ImageUp } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { OfficeButton } from '../OfficeButton';
import { IMAGE_TYPES } from './image-limits';
import { UploadList } from './UploadList';
import { useImageUploads } from './use-image-uploads';

type ImageDropProps = {
  /** Whether several images may be chosen at once. */
  isMany?: boolean;
  /** Called for each image that the server has stored. */
  onUploaded: (path: string) => void;
};

/** Drop area and buttons for images from files or the camera. */
export function ImageDrop({ isMany = false, onUploaded }: ImageDropProps) {
  const t = useT();
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const hint = useId();
  const { uploads, add, stop, retry } = useImageUploads(onUploaded);
  const take = (list: FileList | null) => {
    const chosen = [...(list ?? [])];
    add(isMany ? chosen : chosen.slice(0, 1));
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    take(event.dataTransfer.files);
  };
  const input = {
    type: 'file',
    accept: IMAGE_TYPES.join(','),
    className: 'sr-only',
    tabIndex: -1,
    onChange: ({ target }: { target: HTMLInputElement }) => {
      take(target.files);
      target.value = '';
    },
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way beside the buttons
    <div
      className="o-image-drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input {...input} ref={files} multiple={isMany} aria-label={t('office.upload.choose')} />
      <input
        {...input}
        ref={camera}
        capture="environment"
        aria-label={t('office.upload.takePhoto')}
      />
      <div className="o-row o-wrap">
        <OfficeButton icon={ImageUp} aria-describedby={hint} onClick={() => files.current?.click()}>
          {t('office.upload.choose')}
        </OfficeButton>
        <span className="o-upload-camera">
          <OfficeButton icon={Camera} onClick={() => camera.current?.click()}>
            {t('office.upload.takePhoto')}
          </OfficeButton>
        </span>
      </div>
      <p id={hint} className="o-small o-muted">
        {t('office.upload.hint')}
      </p>
      <UploadList uploads={uploads} onStop={stop} onRetry={retry} />
    </div>
  );
}
