import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * The image search is open; the number tells one opening from the next. As a place in the browser's history, its
     * back button closes the dialog, and finds its results again behind a product.
     */
    photo?: number;
    /** The shop page shows the products found with a picture, kept under this name (`found.ts`). */
    similar?: string;
  }
}

/** Opens the image search over the page, which does not move. */
export function useOpenImageSearch(): () => void {
  const navigate = useNavigate();
  return useCallback(
    () =>
      void navigate({
        to: '.',
        search: true,
        hash: true,
        resetScroll: false,
        hashScrollIntoView: false,
        state: (state) => ({ ...state, photo: Date.now() }),
      }),
    [navigate],
  );
}
