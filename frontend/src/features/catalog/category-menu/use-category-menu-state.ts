import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type CategoryMenuState, nextState, type Selection } from './category-menu-state';

/** Writes a place of the dialog into the history, without moving the page behind it. */
export function useOpenCategoryMenu(): (place: CategoryMenuState) => void {
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
export function useCategoryMenuState() {
  const { history } = useRouter();
  const openPlace = useOpenCategoryMenu();
  const place = useLocation({ select: ({ state }) => state.mega });
  return {
    place,
    stepInto: (chosen: Selection) => place && openPlace(nextState(place, chosen)),
    stepBack: () => place && history.back(),
    close: () => place && history.go(-place.depth),
  };
}
