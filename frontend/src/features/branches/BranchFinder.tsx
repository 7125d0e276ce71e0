import { useEffect, useRef, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { FinderPanel } from './FinderPanel';
import { useFinder } from './use-finder';

const FADE_MS = 240;

/** Branch finder: a dialog over the current page with a list and a map of all branches. */
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

/** Returns true until the dialog has faded out. */
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
