import { useSyncExternalStore } from 'react';
import { readLocal, writeLocal } from '@/shared/storage/local-storage';

const KEY = 'heuan_staff_columns';

/** A list whose columns can be chosen. */
export type ColumnList = 'orders' | 'products';
/** Shown columns of each list, in their order. A list that is absent has its default columns. */
type Stored = Partial<Record<ColumnList, string[]>>;

let stored: Stored | undefined;
const listeners = new Set<() => void>();

/** A stored list of names; undefined if it is anything else. */
export const columnNames = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.every((name) => typeof name === 'string') ? value : undefined;

function read(): Stored {
  const all = readLocal<Record<ColumnList, unknown>>(KEY);
  const orders = columnNames(all?.orders);
  const products = columnNames(all?.products);
  return { ...(orders && { orders }), ...(products && { products }) };
}

function current(): Stored {
  stored ??= read();
  return stored;
}

/** Columns of a list as chosen in this browser; undefined if nothing was chosen. */
export const browserColumns = (list: ColumnList): string[] | undefined => current()[list];

/** Stores the columns of a list in this browser; undefined is the default. */
export function setBrowserColumns(list: ColumnList, names: string[] | undefined): void {
  const { [list]: _, ...others } = current();
  stored = names ? { ...others, [list]: names } : others;
  writeLocal(KEY, stored);
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useBrowserColumns = (list: ColumnList): string[] | undefined =>
  useSyncExternalStore(subscribe, () => browserColumns(list));
