import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';

/**
 * State of the filter sheet on phones, which is in the history entry. Its code stays loaded after the first opening.
 */
export function useFilterSheet() {
  const navigate = useNavigate();
  const { history } = useRouter();
  const isOpen = useLocation({ select: ({ state }) => state.filters === true });
  const [isNeeded, setNeeded] = useState(false);
  if (isOpen && !isNeeded) setNeeded(true);
  return {
    isOpen,
    isNeeded,
    open: () =>
      void navigate({
        to: '.',
        search: true,
        hash: true,
        resetScroll: false,
        hashScrollIntoView: false,
        state: (state) => ({ ...state, filters: true }),
      }),
    close: () => isOpen && history.back(),
  };
}
