import { useEffect, useRef, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { FinderPanel } from './FinderPanel';
import { useFinder } from './use-finder';

const FADE_MS = 240;

/** Find a Store: all branches in a list and on a map, over whatever page it was opened from. */
export function BranchFinder() {
  const t = useT();
  const { place, choose, close } = useFinder();
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = place !== undefined;
  const isShown = useFadeOut(isOpen);

  useEffect(() => {
    const element = dialog.current;
    if (isOpen && !element?.open) {
      element?.showModal();
      element?.querySelector('h2')?.focus();
    }
    if (!isOpen && element?.open) element.close();
  }, [isOpen]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape cancels a modal dialog by itself
    <dialog
      ref={dialog}
      aria-label={t('branches.title')}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event) => event.target === event.currentTarget && close()}
      className="wide-dialog"
    >
      {isShown && <FinderPanel chosen={place?.chosen} onChoose={choose} onClose={close} />}
    </dialog>
  );
}

/** True until the dialog has faded out. */
function useFadeOut(isOpen: boolean): boolean {
  const [isShown, setShown] = useState(isOpen);
  if (isOpen && !isShown) setShown(true);
  useEffect(() => {
    if (isOpen) return;
    const timer = setTimeout(() => setShown(false), FADE_MS);
    return () => clearTimeout(timer);
  }, [isOpen]);
  return isShown;
}
