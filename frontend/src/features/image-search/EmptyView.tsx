import { Crop, Upload } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { EmptyState } from '@/shared/ui/PageStates';
import { AskStaff } from './AskStaffAboutImage';
import type { Answer } from './result-cache';
import { emptyWords } from './server-error-text';

type EmptyViewProps = {
  answer: Answer;
  photo: File;
  onAdjust: () => void;
  onUpload: () => void;
  onAsked: () => void;
};

/** The search went well and found nothing. */
export function EmptyView({ answer, photo, onAdjust, onUpload, onAsked }: EmptyViewProps) {
  const t = useT();
  return (
    <div className="photo-body" role="status">
      <EmptyState
        tint="turmeric"
        headingLevel="h2"
        title={emptyWords(t, answer)}
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
      <AskStaff photo={photo} onAsked={onAsked} />
    </div>
  );
}
