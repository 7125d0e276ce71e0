import { Camera, Image, LoaderCircle, ScanSearch, TriangleAlert } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ACCEPT } from './accepted-files';
import type { Device } from './device';
import { StartNoticeBox } from './StartNotice';
import type { Hover } from './use-dropped-files';
import type { StartNotice } from './use-image-search';

type StartViewProps = {
  device: Device;
  notice: StartNotice | undefined;
  isOpening: boolean;
  hover: Hover;
  onCamera: () => void;
  onFiles: (files: File[]) => void;
};

/** First view: sources of the image are the camera, a file, dropping and pasting. */
export function StartView(props: StartViewProps) {
  const { device, notice, isOpening, hover, onCamera, onFiles } = props;
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // Cleared, so that choosing the same file again fires the event.
    event.target.value = '';
    if (files.length > 0) onFiles(files);
  };
  return (
    <div className="image-search-body">
      {notice && <StartNoticeBox notice={notice} device={device} className="mb-4" />}
      <div data-hover={hover} aria-busy={isOpening} className="image-search-drop">
        <Icon
          of={hover === 'unsupported' ? TriangleAlert : isOpening ? LoaderCircle : ScanSearch}
          size="l"
          className={isOpening ? 'animate-spin text-link' : 'text-link'}
        />
        <h3 className="text-lg">
          <LocalizedText>
            {hover === 'unsupported'
              ? t('imageSearch.unsupported')
              : hover === 'image'
                ? t('imageSearch.dropNow')
                : t('imageSearch.start')}
          </LocalizedText>
        </h3>
        <p className="text-sm text-text-3">
          <LocalizedText>
            {t(device.isWide ? 'imageSearch.dropHint' : 'imageSearch.tip')}
          </LocalizedText>
          <br />
          <LocalizedText>{t('imageSearch.formats', { size: device.maxMegabytes })}</LocalizedText>
        </p>
        <div className="mt-3 flex flex-wrap justify-center gap-2">
          <Button size="l" icon={Camera} disabled={isOpening} onClick={onCamera}>
            {t('imageSearch.openCamera')}
          </Button>
          <Button
            kind="outline"
            size="l"
            icon={Image}
            disabled={isOpening}
            onClick={() => input.current?.click()}
          >
            {t('imageSearch.select')}
          </Button>
        </div>
        <input
          ref={input}
          type="file"
          accept={ACCEPT}
          aria-label={t('imageSearch.select')}
          onChange={choose}
          hidden
        />
      </div>
      <p className="pt-4 text-xs text-text-3">
        <LocalizedText>{t('imageSearch.privacy')}</LocalizedText>
      </p>
    </div>
  );
}
