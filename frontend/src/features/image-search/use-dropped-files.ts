import { useEffect, useEffectEvent, useState } from 'react';
import { isImageType } from './accepted-files';

/** Content dragged over the dialog: nothing, an image, or something unsupported. */
export type Hover = 'none' | 'image' | 'unsupported';

/**
 * Receives files that are pasted or dropped while the dialog is open, also outside of it. Without this the browser
 * would open them instead of the shop. With `takes` false they are ignored.
 */
export function useDroppedFiles(isOpen: boolean, takes: boolean, onFiles: (files: File[]) => void) {
  const [hover, setHover] = useState<Hover>('none');
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  });
  const over = useEffectEvent((event: DragEvent) => {
    event.preventDefault();
    if (!event.dataTransfer) return;
    event.dataTransfer.dropEffect = takes ? 'copy' : 'none';
    setHover(takes ? hoverOf(event.dataTransfer) : 'none');
  });
  const drop = useEffectEvent((event: DragEvent) => {
    event.preventDefault();
    setHover('none');
    if (takes) onFiles([...(event.dataTransfer?.files ?? [])]);
  });
  useEffect(() => {
    if (!takes) return;
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [takes]);
  useEffect(() => {
    if (!isOpen) return;
    const leave = ({ relatedTarget }: DragEvent) => !relatedTarget && setHover('none');
    const events = { dragenter: over, dragover: over, dragleave: leave, drop };
    const all = Object.entries(events) as [keyof typeof events, (event: DragEvent) => void][];
    for (const [name, act] of all) window.addEventListener(name, act);
    return () => {
      for (const [name, act] of all) window.removeEventListener(name, act);
    };
  }, [isOpen]);
  return isOpen && takes ? hover : 'none';
}

/** State of a drag. Browsers report the types of dragged files, but not their sizes. */
function hoverOf({ items }: DataTransfer): Hover {
  const files = [...items].filter(({ kind }) => kind === 'file');
  const isWrong = files.some(({ type }) => type !== '' && !isImageType(type));
  return isWrong || (items.length > 0 && files.length === 0) ? 'unsupported' : 'image';
}
