import {
  type ColumnChoice,
  type ColumnSet,
  isSameOrder,
  knownColumns,
} from '../columns/column-choice';
import { setBrowserColumns, useBrowserColumns } from '../columns/column-store';
import { type SavedViewStore, useSavedViews } from './saved-views';

/** Columns of a list: the columns of its saved view, otherwise the columns of this browser. */
export function useViewColumns<Name extends string, Params extends object>(
  columns: ColumnSet<Name>,
  saved: SavedViewStore<Params>,
  params: Params,
): ColumnChoice<Name> {
  const inBrowser = useBrowserColumns(saved.columns);
  const { view } = useSavedViews(saved, params);
  const shown = knownColumns(columns, view?.columns ?? inBrowser);
  const choose = (names: Name[]) =>
    view ? saved.setColumns(view.name, names) : setBrowserColumns(saved.columns, names);
  return {
    shown,
    isDefault: isSameOrder(shown, columns.defaults),
    view: view?.name,
    choose,
    reset: () => (view ? choose(columns.defaults) : setBrowserColumns(saved.columns, undefined)),
  };
}
