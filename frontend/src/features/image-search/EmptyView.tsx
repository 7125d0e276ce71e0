import { Crop, Upload } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { EmptyState } from '@/shared/ui/PageStates';
import { AskStaffAboutImage } from './AskStaffAboutImage';
import type { ImageSearchResults } from './result-cache';
import { emptyResultText } from './server-error-text';

type EmptyViewProps = {
  answer: ImageSearchResults;
  image: File;
  onAdjust: () => void;
  onUpload: () => void;
  onAsked: () => void;
};

/** The search went well and found nothing. */
export function EmptyView({ answer, image, onAdjust, onUpload, onAsked }: EmptyViewProps) {
  const t = useT();
  return (
    <div className="photo-body" role="status">
      <EmptyState
        tint="turmeric"
        headingLevel="h2"
        title={emptyResultText(t, answer)}
        text={t('photo.noneHint')}
        actions={
          <>
            <Button icon={Crop} onClick={onAdjust}>
              {t('photo.adjustImage')}
            </Button>
            <Button kind="outline" icon={Upload} onClick={onUpload}>
              {t('photo.uploadAgain')}
            </Button>
          </>
        }
      />
      <AskStaffAboutImage image={image} onAsked={onAsked} />
    </div>
  );
}
