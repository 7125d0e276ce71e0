import { useSyncExternalStore } from 'react';
import { readLocal, writeLocal } from '@/shared/storage/local-storage';
import { columnNames } from '../columns/column-store';
import { filterCount, type OrderListParams, parseOrderListParams } from '../order-list-params';

const KEY = 'heuan_staff_views';
const MAX_VIEWS = 12;
export const MAX_NAME_LENGTH = 40;

/** A list with its filters, under a name of its own, as kept in this browser. */
export type SavedView = {
  name: string;
  params: OrderListParams;
  /** Shown columns in their order; undefined for those of this browser. */
  columns?: string[] | undefined;
};

/** What a saved view has of a list: everything but the page. */
export const viewParams = (params: OrderListParams): OrderListParams =>
  parseOrderListParams({ ...params, cursor: undefined, page: undefined });

const textOf = (params: OrderListParams): string =>
  JSON.stringify(Object.entries(viewParams(params)).filter(([, value]) => value !== undefined));

export const isSameList = (one: OrderListParams, other: OrderListParams): boolean =>
  textOf(one) === textOf(other);

/** Whether a list is more than one of the views that every shop has. */
export const isOwnList = (params: OrderListParams): boolean =>
  filterCount(params) > 0 || params.search !== undefined || params.cus_id !== undefined;

function read(): SavedView[] {
  const stored = readLocal<SavedView[]>(KEY);
  if (!Array.isArray(stored)) return [];
  return stored
    .filter((view) => typeof view?.name === 'string')
    .map(({ name, params, columns }) => ({
      name,
      params: viewParams(params ?? {}),
      columns: columnNames(columns),
    }))
    .slice(0, MAX_VIEWS);
}

let views: SavedView[] | undefined;
const listeners = new Set<() => void>();
const current = (): SavedView[] => {
  views ??= read();
  return views;
};

function set(next: SavedView[]): void {
  views = next;
  writeLocal(KEY, next);
  for (const listener of [...listeners]) listener();
}

/** Saves a list and its columns under a name; another list of that name is replaced. */
export function saveView(name: string, params: OrderListParams, columns?: string[]): void {
  const others = current().filter((view) => view.name !== name);
  set([...others, { name, params: viewParams(params), columns }].slice(-MAX_VIEWS));
}

/** Changes the shown columns of a view. */
export function setViewColumns(name: string, columns: string[]): void {
  set(current().map((view) => (view.name === name ? { ...view, columns } : view)));
}

export const removeView = (name: string): void =>
  set(current().filter((view) => view.name !== name));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useSavedViews = (): SavedView[] => useSyncExternalStore(subscribe, current);
