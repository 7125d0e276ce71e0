import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { IconButton } from '@/shared/ui/Button';
import type { ComposerState } from './use-composer';

/** Preview of the image attached to the next message, or that it is being re-encoded. */
export function AttachedImage({ composer }: { composer: ComposerState }) {
  const { isPending } = composer;
  const image = isPending ? null : composer.image;
  const t = useT();
  const [src, setSrc] = useState<string>();
  useEffect(() => {
    if (!image) return;
    const url = URL.createObjectURL(image);
    setSrc(url);
    return () => URL.revokeObjectURL(url);
  }, [image]);
  if (!image && !isPending) return null;
  return (
    <div data-chosen-image className="flex items-center gap-2 rounded-md bg-surface-2 p-1.5 ps-2">
      {image && src && (
        <img src={src} alt={t('chat.chosenImage')} className="size-14 rounded-sm object-cover" />
      )}
      <p role="status" className="flex-1 text-xs text-text-3">
        {t(isPending ? 'chat.imagePending' : 'chat.caption')}
      </p>
      <IconButton icon={X} label={t('chat.removeImage')} onClick={() => composer.choose(null)} />
    </div>
  );
}
