import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { ImageSearchPanel } from './ImageSearchPanel';
import './image-search.css';

const FADE_MS = 240;

/**
 * The image search, open wherever the history says so. Closing it forgets everything; leaving it for a product keeps
 * its results, which the way back finds again.
 */
export function ImageSearch() {
  const t = useT();
  const { history } = useRouter();
  const dialog = useRef<HTMLDialogElement>(null);
  const opening = useLocation({ select: ({ state }) => state.photo });
  const isOpen = opening !== undefined;
  const isLeft = useRef(false);
  const isClosedByUs = useRef(false);
  const [shown, setShown] = useState(opening);
  if (isOpen && opening !== shown) setShown(opening);

  useEffect(() => {
    const element = dialog.current;
    if (isOpen && !element?.open) element?.showModal();
    if (!isOpen && element?.open) {
      isClosedByUs.current = true;
      element.close();
    }
  }, [isOpen]);
  const [closings, setClosings] = useState(0);
  const forget = useEffectEvent(() => setShown(undefined));
  useEffect(() => {
    if (isOpen) isLeft.current = false;
    if (isOpen || isLeft.current) return;
    let isForgotten = false;
    const timer = setTimeout(() => {
      isForgotten = true;
      forget();
    }, FADE_MS);
    return () => {
      clearTimeout(timer);
      // Reopened during the fade-out: the search starts from the beginning.
      if (!isForgotten) setClosings((count) => count + 1);
    };
  }, [isOpen]);

  const close = () => {
    isLeft.current = false;
    if (isOpen) history.back();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape cancels a modal dialog by itself
    <dialog
      ref={dialog}
      aria-label={t('photo.title')}
      onCancel={(event) => {
        // A file dialog that is left without a choice cancels, too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        close();
      }}
      onClose={() => {
        // The event comes later: by then the way forward may have opened the dialog again.
        if (!isClosedByUs.current) close();
        isClosedByUs.current = false;
      }}
      onClick={(event) => event.target === event.currentTarget && close()}
      className="wide-dialog photo-dialog"
    >
      {shown !== undefined && (
        <ImageSearchPanel
          key={`${shown} ${closings}`}
          isOpen={isOpen}
          onClose={close}
          onFollow={() => {
            isLeft.current = true;
          }}
        />
      )}
    </dialog>
  );
}
