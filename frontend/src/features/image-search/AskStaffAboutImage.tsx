import { MessageCircleQuestion } from 'lucide-react';
import { useState } from 'react';
import { askWithImage } from '@/domain/chat/ask-with-image';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { downscaled } from './image-processing';

type AskStaffAboutImageProps = { image: File; onSent: () => void };

/** Button for searches without a match: opens the chat with the image, so that the staff can help. */
export function AskStaffAboutImage({ image, onSent }: AskStaffAboutImageProps) {
  const t = useT();
  const [isPreparing, setPreparing] = useState(false);
  const ask = async () => {
    setPreparing(true);
    // The chosen file may be larger than the chat takes.
    const small = await downscaled(image).catch(() => image);
    setPreparing(false);
    onSent();
    askWithImage(small, t('imageSearch.askWords'));
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-action-soft px-4 py-3">
      <p className="min-w-0 flex-1 basis-48 text-sm">
        <LocalizedText>{t('imageSearch.askText')}</LocalizedText>
      </p>
      <Button
        kind="outline"
        icon={MessageCircleQuestion}
        isLoading={isPreparing}
        onClick={() => void ask()}
      >
        {t('imageSearch.ask')}
      </Button>
    </div>
  );
}
