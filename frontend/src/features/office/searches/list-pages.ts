import type { InfiniteData } from '@tanstack/react-query';

type Page<Row> = { data: Row[]; total: number };

/** Rows of all loaded pages, each key once because rows may move while pages load, and the number of rows on all pages. */
export function rowsOf<Row>(
  data: InfiniteData<Page<Row>> | undefined,
  keyOf: (row: Row) => string | number,
): { rows: Row[]; total: number } {
  const rows = new Map<string | number, Row>();
  for (const row of data?.pages.flatMap((page) => page.data) ?? []) {
    if (!rows.has(keyOf(row))) rows.set(keyOf(row), row);
  }
  const total = data?.pages.at(-1)?.total ?? 0;
  return { rows: [...rows.values()], total: Math.max(total, rows.size) };
}
