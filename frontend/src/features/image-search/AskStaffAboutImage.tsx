import { MessageCircleQuestion } from 'lucide-react';
import { askWithImage } from '@/domain/chat/ask-with-image';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { LocalizedText } from '@/shared/ui/LocalizedText';

type AskStaffAboutImageProps = { image: File; onSent: () => void };

/** Button for searches without a match: opens the chat with the image, so that the staff can help. */
export function AskStaffAboutImage({ image, onSent }: AskStaffAboutImageProps) {
  const t = useT();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-action-soft px-4 py-3">
      <p className="min-w-0 flex-1 basis-48 text-sm">
        <LocalizedText>{t('imageSearch.askText')}</LocalizedText>
      </p>
      <Button
        kind="outline"
        icon={MessageCircleQuestion}
        onClick={() => {
          onSent();
          askWithImage(image, t('imageSearch.askWords'));
        }}
      >
        {t('imageSearch.ask')}
      </Button>
    </div>
  );
}
