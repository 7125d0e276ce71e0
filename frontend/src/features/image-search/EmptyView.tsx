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
  onSent: () => void;
};

/** View of a successful search without results. */
export function EmptyView({ answer, image, onAdjust, onUpload, onSent }: EmptyViewProps) {
  const t = useT();
  return (
    <div className="image-search-body" role="status">
      <EmptyState
        tint="turmeric"
        headingLevel="h2"
        title={emptyResultText(t, answer)}
        text={t('imageSearch.noneHint')}
        actions={
          <>
            <Button icon={Crop} onClick={onAdjust}>
              {t('imageSearch.adjustImage')}
            </Button>
            <Button kind="outline" icon={Upload} onClick={onUpload}>
              {t('imageSearch.uploadAgain')}
            </Button>
          </>
        }
      />
      <AskStaffAboutImage image={image} onSent={onSent} />
    </div>
  );
}
