import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { Lao } from '@/shared/ui/LocalizedText';
import { Notice } from '@/shared/ui/Notice';
import type { Device } from '../device';
import { CropControls } from './CropControls';
import { CropNudges } from './CropNudges';
import { CropStage } from './CropStage';
import { type CropWork, useCrop } from './use-crop';

type CropViewProps = {
  work: CropWork;
  device: Device;
  fault: 'area' | 'unreadable' | undefined;
  onSearch: (work: CropWork) => void;
  onSkip: (work: CropWork) => void;
  onCancel: (work: CropWork) => void;
};

/** Which part of the picture to search for: the less there is around a product, the better it is found. */
export function CropView({ work, device, fault, onSearch, onSkip, onCancel }: CropViewProps) {
  const t = useT();
  const tools = useCrop(work, device);
  return (
    <>
      <div className="photo-body photo-crop">
        {fault && (
          <Notice kind="err" title={t(fault === 'area' ? 'photo.needArea' : 'photo.unreadable')} />
        )}
        <CropStage tools={tools} />
        <p className="text-center text-xs text-text-3">
          <Lao>{t('photo.dragCorners')}</Lao>
        </p>
        <CropControls tools={tools} />
        <CropNudges tools={tools} />
      </div>
      <div className="photo-foot flex-wrap">
        <Button kind="ghost" size="l" onClick={() => onCancel(tools.work)} className="px-3!">
          {t('action.cancel')}
        </Button>
        <Button kind="outline" size="l" onClick={() => onSkip(tools.work)} className="px-4!">
          {t('photo.skip')}
        </Button>
        <Button size="l" onClick={() => onSearch(tools.work)} className="flex-1">
          {t('search.submit')}
        </Button>
      </div>
    </>
  );
}
