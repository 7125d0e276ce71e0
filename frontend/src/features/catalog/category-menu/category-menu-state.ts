/**
 * The open dialog is a place in the browser's history, so that its back button closes it or, on a phone, steps back
 * in it. `id` tells one opening from the next, `depth` how many entries lead out of the dialog.
 */
export type CategoryMenuState = Selection & { id: number; depth: number };

export type Selection = { category?: number | undefined; group?: number | undefined };

declare module '@tanstack/react-router' {
  interface HistoryState {
    mega?: CategoryMenuState;
  }
}

export type CategoryMenuStep = 'categories' | 'groups' | 'products';

/** What a phone shows: one list at a time. */
export function stepOf({ category, group }: CategoryMenuState): CategoryMenuStep {
  if (category === undefined) return 'categories';
  return group === undefined ? 'groups' : 'products';
}

/** One step further in. */
export function nextState(place: CategoryMenuState, chosen: Selection): CategoryMenuState {
  return { ...place, ...chosen, depth: place.depth + 1 };
}
