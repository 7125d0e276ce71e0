import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type CategoryMenuState, nextState, type Selection } from './category-menu-state';

/**
 * Returns a function that writes a state of the category menu into the history. The page behind the dialog does not
 * scroll.
 */
export function useOpenCategoryMenu(): (place: CategoryMenuState) => void {
  const navigate = useNavigate();
  return useCallback(
    (categoryMenu) =>
      void navigate({
        to: '.',
        search: true,
        hash: true,
        resetScroll: false,
        hashScrollIntoView: false,
        state: (state) => ({ ...state, categoryMenu }),
      }),
    [navigate],
  );
}

/** State of the category menu, with functions that change it. */
export function useCategoryMenuState() {
  const { history } = useRouter();
  const openPlace = useOpenCategoryMenu();
  const place = useLocation({ select: ({ state }) => state.categoryMenu });
  return {
    place,
    stepInto: (chosen: Selection) => place && openPlace(nextState(place, chosen)),
    stepBack: () => place && history.back(),
    close: () => place && history.go(-place.depth),
  };
}
