import type { MessageKey } from '@/shared/i18n/load-messages';

/** A column that can be hidden and moved. */
export type Column<Name extends string> = {
  name: Name;
  label: MessageKey;
  /** Pixels that it needs. */
  width: number;
  isEnd?: boolean;
};

/** Columns of a table. */
export type ColumnSet<Name extends string> = {
  /** Label of the first column, which is always shown. */
  first: MessageKey;
  all: Column<Name>[];
  /** Columns that are shown until others are chosen. */
  defaults: Name[];
};

/** Chosen columns of a table and how they are changed. */
export type ColumnChoice<Name extends string> = {
  shown: Name[];
  isDefault: boolean;
  /** Name of the saved view that keeps them; undefined if this browser does. */
  view: string | undefined;
  choose: (names: Name[]) => void;
  reset: () => void;
};

/** The known columns of a stored choice, each once; the defaults if there is none. */
export function knownColumns<Name extends string>(
  { all, defaults }: ColumnSet<Name>,
  stored: string[] | undefined,
): Name[] {
  if (!stored) return defaults;
  const known = stored.flatMap((stored) => all.find(({ name }) => name === stored)?.name ?? []);
  return [...new Set(known)];
}

export const isSameOrder = (one: string[], other: string[]): boolean =>
  one.length === other.length && one.every((name, index) => name === other[index]);

/** Shows or hides a column. A newly shown column is added at the end. */
export const withColumn = <Name extends string>(shown: Name[], name: Name): Name[] =>
  shown.includes(name) ? shown.filter((one) => one !== name) : [...shown, name];

/** Moves a shown column by one place. */
export function movedColumn<Name extends string>(shown: Name[], name: Name, step: -1 | 1): Name[] {
  const from = shown.indexOf(name);
  const to = from + step;
  if (from < 0 || to < 0 || to >= shown.length) return shown;
  const rest = shown.filter((one) => one !== name);
  return [...rest.slice(0, to), name, ...rest.slice(to)];
}
