import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { ImageSearchPanel } from './ImageSearchPanel';
import './image-search.css';

const FADE_MS = 240;

/**
 * Dialog of the image search. The history entry says whether it is open. Closing it discards everything; opening a
 * product keeps the results, which the back button restores.
 */
export function ImageSearch() {
  const t = useT();
  const { history } = useRouter();
  const dialog = useRef<HTMLDialogElement>(null);
  const opening = useLocation({ select: ({ state }) => state.image });
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
  const clearShown = useEffectEvent(() => setShown(undefined));
  useEffect(() => {
    if (isOpen) isLeft.current = false;
    if (isOpen || isLeft.current) return;
    let isForgotten = false;
    const timer = setTimeout(() => {
      isForgotten = true;
      clearShown();
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
      aria-label={t('imageSearch.title')}
      onCancel={(event) => {
        // The file dialog also fires `cancel` when it is closed without a choice.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        close();
      }}
      onClose={() => {
        // The event fires later, when the forward button may have opened the dialog again.
        if (!isClosedByUs.current) close();
        isClosedByUs.current = false;
      }}
      onClick={(event) => event.target === event.currentTarget && close()}
      className="wide-dialog image-search-dialog"
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
