import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * Set while the image search is open; the number differs for each opening. It is part of the history entry, so the
     * back button closes the dialog, and returning from a product shows the results again.
     */
    image?: number;
    /** Key of the stored results that the shop page shows (`similar-results.ts`). */
    similar?: string;
  }
}

/** Returns a function that opens the image search over the page. The page does not scroll. */
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
        state: (state) => ({ ...state, image: Date.now() }),
      }),
    [navigate],
  );
}
