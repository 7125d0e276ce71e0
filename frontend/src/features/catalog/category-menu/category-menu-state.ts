/**
 * State of the open category menu in the history entry. The browser's back button therefore closes the dialog or, on a
 * phone, goes one step back. `id` differs for each opening; `depth` is the number of entries to go back to leave the
 * dialog.
 */
export type CategoryMenuState = Selection & { id: number; depth: number };

export type Selection = { category?: number | undefined; group?: number | undefined };

declare module '@tanstack/react-router' {
  interface HistoryState {
    categoryMenu?: CategoryMenuState;
  }
}

export type CategoryMenuStep = 'categories' | 'groups' | 'products';

/** The step that a phone shows, which is one list at a time. */
export function stepOf({ category, group }: CategoryMenuState): CategoryMenuStep {
  if (category === undefined) return 'categories';
  return group === undefined ? 'groups' : 'products';
}

/** State after choosing an entry, one step deeper. */
export function nextState(place: CategoryMenuState, chosen: Selection): CategoryMenuState {
  return { ...place, ...chosen, depth: place.depth + 1 };
}
