import { createLocalStore, useLocalStore } from '@/shared/storage/local-store';

/** A list whose columns can be chosen. */
export type ColumnList = 'orders' | 'products';
/** Shown columns of each list, in their order. A list that is absent has its default columns. */
type Stored = Partial<Record<ColumnList, string[]>>;

/** A stored list of names; undefined if it is anything else. */
export const columnNames = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.every((name) => typeof name === 'string') ? value : undefined;

const store = createLocalStore<Stored>('heuan_staff_columns', (stored) => {
  const all = stored as Record<ColumnList, unknown> | null;
  const orders = columnNames(all?.orders);
  const products = columnNames(all?.products);
  return { ...(orders && { orders }), ...(products && { products }) };
});

/** Columns of a list as chosen in this browser; undefined if nothing was chosen. */
export const browserColumns = (list: ColumnList): string[] | undefined => store.current()[list];

/** Stores the columns of a list in this browser; undefined is the default. */
export const setBrowserColumns = (list: ColumnList, names: string[] | undefined): void =>
  store.update(({ [list]: _, ...others }) => (names ? { ...others, [list]: names } : others));

export const useBrowserColumns = (list: ColumnList): string[] | undefined =>
  useLocalStore(store)[list];
