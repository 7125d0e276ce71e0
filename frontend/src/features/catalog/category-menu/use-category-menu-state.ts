import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type Chosen, deeper, type MegaPlace } from './category-menu-state';

/** Writes a place of the dialog into the history, without moving the page behind it. */
export function useOpenPlace(): (place: MegaPlace) => void {
  const navigate = useNavigate();
  return useCallback(
    (mega) =>
      void navigate({
        to: '.',
        search: true,
        hash: true,
        resetScroll: false,
        hashScrollIntoView: false,
        state: (state) => ({ ...state, mega }),
      }),
    [navigate],
  );
}

/** Where the dialog is open, and the ways on from there. */
export function usePlace() {
  const { history } = useRouter();
  const openPlace = useOpenPlace();
  const place = useLocation({ select: ({ state }) => state.mega });
  return {
    place,
    stepInto: (chosen: Chosen) => place && openPlace(deeper(place, chosen)),
    stepBack: () => place && history.back(),
    close: () => place && history.go(-place.depth),
  };
}
