import { createLocalStore, useLocalStore } from '@/shared/storage/local-store';
import { type ColumnList, columnNames } from '../columns/column-store';

const MAX_VIEWS = 12;
export const MAX_NAME_LENGTH = 40;

/** A list with its filters, under a name of its own, as kept in this browser. */
export type SavedView<Params> = {
  name: string;
  params: Params;
  /** Shown columns in their order; undefined for the columns of this browser. */
  columns?: string[] | undefined;
};

/** A list whose views can be saved. */
type ViewedList<Params> = {
  /** Key of the views in local storage. */
  key: string;
  /** Columns of this browser, which a new view begins with. */
  columns: ColumnList;
  /** Parameters of a list that a view has: everything except the page. Unset parameters may be undefined. */
  viewParams: (params: Params) => Params;
  /** Whether a list is more than one of the prepared views. */
  isOwnList: (params: Params) => boolean;
};

export type SavedViewStore<Params extends object> = ReturnType<typeof createSavedViews<Params>>;

/** Saved views of a list. The tabs of this browser share them. */
export function createSavedViews<Params extends object>(list: ViewedList<Params>) {
  const { key, viewParams } = list;
  const store = createLocalStore<SavedView<Params>[]>(key, (stored) =>
    (Array.isArray(stored) ? stored : [])
      .filter((view) => typeof view?.name === 'string')
      .map(({ name, params, columns }) => ({
        name,
        params: viewParams({ ...params }),
        columns: columnNames(columns),
      }))
      .slice(0, MAX_VIEWS),
  );
  const textOf = (params: Params): string =>
    JSON.stringify(Object.entries(viewParams(params)).filter(([, value]) => value !== undefined));
  const isSame = (one: Params, other: Params) => textOf(one) === textOf(other);

  return {
    columns: list.columns,
    isOwnList: list.isOwnList,
    isSame,
    store,
    /** The saved view that a list is. */
    findView: (views: SavedView<Params>[], params: Params): SavedView<Params> | undefined =>
      views.find((view) => isSame(view.params, params)),
    /** Whether there is room for a view of this name. An existing view is replaced. */
    hasRoomFor: (name: string): boolean => hasRoom(store.current(), name),
    /** Saves a list and its columns under a name. Another list of that name is replaced, in its place. */
    save: (name: string, params: Params, columns?: string[]): void =>
      store.update((views) => {
        const view = { name, params: viewParams(params), columns };
        if (!hasRoom(views, name)) return views;
        return has(views, name)
          ? views.map((other) => (other.name === name ? view : other))
          : [...views, view];
      }),
    /** Changes the shown columns of a view. A view that another tab has removed stays removed. */
    setColumns: (name: string, columns: string[]): void =>
      store.update((views) =>
        views.map((view) => (view.name === name ? { ...view, columns } : view)),
      ),
    remove: (name: string): void =>
      store.update((views) => views.filter((view) => view.name !== name)),
  };
}

const has = (views: SavedView<unknown>[], name: string) => views.some((view) => view.name === name);
const hasRoom = (views: SavedView<unknown>[], name: string) =>
  views.length < MAX_VIEWS || has(views, name);

/** All saved views of a list, and the view that equals the shown list. */
export function useSavedViews<Params extends object>(
  { store, findView }: SavedViewStore<Params>,
  params: Params,
): { views: SavedView<Params>[]; view: SavedView<Params> | undefined } {
  const views = useLocalStore(store);
  return { views, view: findView(views, params) };
}
