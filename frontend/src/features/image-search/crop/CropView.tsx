import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { InlineAlert } from '@/shared/ui/Notice';
import type { Device } from '../device';
import { CropControls } from './CropControls';
import { CropNudges } from './CropNudges';
import { CropStage } from './CropStage';
import { type CropState, useCrop } from './use-crop';

type CropViewProps = {
  work: CropState;
  device: Device;
  error: 'area' | 'unreadable' | undefined;
  onSearch: (work: CropState) => void;
  onSkip: (work: CropState) => void;
  onCancel: (work: CropState) => void;
};

/** Crop view: selects the part of the image to search for. The less background there is, the better the results. */
export function CropView({ work, device, error, onSearch, onSkip, onCancel }: CropViewProps) {
  const t = useT();
  const tools = useCrop(work, device);
  return (
    <>
      <div className="image-search-body image-search-crop">
        {error && (
          <InlineAlert
            kind="err"
            title={t(error === 'area' ? 'imageSearch.needArea' : 'imageSearch.unreadable')}
          />
        )}
        <CropStage tools={tools} />
        <p className="text-center text-xs text-text-3">
          <LocalizedText>{t('imageSearch.dragCorners')}</LocalizedText>
        </p>
        <CropControls tools={tools} />
        <CropNudges tools={tools} />
      </div>
      <div className="image-search-foot flex-wrap">
        <Button kind="ghost" size="l" onClick={() => onCancel(tools.work)} className="px-3!">
          {t('action.cancel')}
        </Button>
        <Button kind="outline" size="l" onClick={() => onSkip(tools.work)} className="px-4!">
          {t('imageSearch.skip')}
        </Button>
        <Button size="l" onClick={() => onSearch(tools.work)} className="flex-1">
          {t('search.submit')}
        </Button>
      </div>
    </>
  );
}
