import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { IconButton } from '@/shared/ui/Button';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { CameraView } from './camera/CameraView';
import { CropView } from './crop/CropView';
import { useDevice } from './device';
import { EmptyView } from './EmptyView';
import { ErrorView } from './ErrorView';
import { ResultsView } from './ResultsView';
import { SearchingView } from './SearchingView';
import { StartView } from './StartView';
import { useDroppedFiles } from './use-dropped-files';
import { type ImageSearchView, useImageSearch } from './use-image-search';

type ImageSearchPanelProps = { isOpen: boolean; onClose: () => void; onFollow: () => void };

/** Content of the dialog: one view at a time, whose title receives the focus. */
export function ImageSearchPanel({ isOpen, onClose, onFollow }: ImageSearchPanelProps) {
  const t = useT();
  const device = useDevice();
  const search = useImageSearch(device);
  const { view } = search;
  const takesFiles = isOpen && ['start', 'empty', 'error'].includes(view.name);
  const hover = useDroppedFiles(isOpen, takesFiles, search.take);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isOpen && view.name) title.current?.focus();
  }, [isOpen, view.name]);

  const titles: Record<ImageSearchView['name'], () => string> = {
    start: () => t('imageSearch.title'),
    camera: () => t('imageSearch.cameraTitle'),
    crop: () => t('imageSearch.cropTitle'),
    searching: () => t('imageSearch.searching'),
    results: () => t('imageSearch.results'),
    empty: () => t('imageSearch.results'),
    error: () => t('imageSearch.title'),
  };

  return (
    <section
      aria-labelledby="image-search-title"
      data-view={view.name}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="flex min-h-16 flex-none items-center justify-between gap-3 border-b border-line ps-5 pe-2">
        <h2 ref={title} id="image-search-title" tabIndex={-1} className="text-lg outline-0">
          <LocalizedText>{titles[view.name]()}</LocalizedText>
        </h2>
        <IconButton icon={X} label={t('action.close')} onClick={onClose} />
      </div>
      {view.name === 'start' && (
        <StartView
          device={device}
          notice={view.notice}
          isOpening={view.isOpening ?? false}
          hover={hover}
          onCamera={search.openCamera}
          onFiles={search.take}
        />
      )}
      {view.name === 'camera' && (
        <CameraView
          quality={device.captureQuality}
          onCapture={(file) => search.take([file])}
          onError={search.cameraFailed}
          onCancel={search.restart}
        />
      )}
      {view.name === 'crop' && (
        <CropView
          work={view.work}
          device={device}
          error={view.error}
          onSearch={search.searchCrop}
          onSkip={search.searchWhole}
          onCancel={search.cancelCrop}
        />
      )}
      {view.name === 'searching' && (
        <SearchingView
          progress={view.progress}
          thumbnail={view.sent.thumbnail}
          onCancel={search.toCrop}
        />
      )}
      {view.name === 'results' && (
        <ResultsView
          answer={view.answer}
          image={view.sent.file}
          thumbnail={view.sent.thumbnail}
          device={device}
          onAdjust={search.toCrop}
          onFollow={onFollow}
          onSent={onClose}
        />
      )}
      {view.name === 'empty' && (
        <EmptyView
          answer={view.answer}
          image={view.sent.file}
          onAdjust={search.toCrop}
          onUpload={search.restart}
          onSent={onClose}
        />
      )}
      {view.name === 'error' && (
        <ErrorView
          error={view.error}
          device={device}
          onRetry={search.again}
          onUpload={search.restart}
        />
      )}
    </section>
  );
}
