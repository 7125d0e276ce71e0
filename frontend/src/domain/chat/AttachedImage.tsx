import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { IconButton } from '@/shared/ui/Button';

/** Preview of the image attached to the next message. */
export function AttachedImage({ image, onRemove }: { image: Blob; onRemove: () => void }) {
  const t = useT();
  const [src, setSrc] = useState<string>();
  useEffect(() => {
    const url = URL.createObjectURL(image);
    setSrc(url);
    return () => URL.revokeObjectURL(url);
  }, [image]);
  return (
    <div data-chosen-image className="flex items-center gap-2 rounded-md bg-surface-2 p-1.5 ps-2">
      {src && (
        <img src={src} alt={t('chat.chosenImage')} className="size-14 rounded-sm object-cover" />
      )}
      <p className="flex-1 text-xs text-text-3">{t('chat.caption')}</p>
      <IconButton icon={X} label={t('chat.removeImage')} onClick={onRemove} />
    </div>
  );
}
