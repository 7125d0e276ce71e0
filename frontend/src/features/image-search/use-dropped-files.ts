import { useEffect, useEffectEvent, useState } from 'react';
import { isImageType } from './accepted-files';

/** What hangs over the dialog: nothing, something to take, or something it cannot use. */
export type Hover = 'none' | 'picture' | 'unsupported';

/**
 * Files pasted or dropped while the dialog is open, also beside it: the browser would open them in place of the shop.
 * Where `takes` is false that is all.
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

/** Browsers tell the types of files before they are dropped, but not their sizes. */
function hoverOf({ items }: DataTransfer): Hover {
  const files = [...items].filter(({ kind }) => kind === 'file');
  const isWrong = files.some(({ type }) => type !== '' && !isImageType(type));
  return isWrong || (items.length > 0 && files.length === 0) ? 'unsupported' : 'picture';
}
