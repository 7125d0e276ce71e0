import type { RowData } from '@tanstack/react-table';
import { useState } from 'react';
import { useShortcuts } from '../shell/use-shortcuts';
import type { GridTable } from './grid-features';
import { selectRow } from './grid-selection';

type RowKeys<Item extends RowData, Meta extends object> = {
  table: GridTable<Item, Meta>;
  /** Attribute with the id of a row. */
  attribute: `data-${string}`;
  onOpen: (id: string) => void;
};

/**
 * Keyboard navigation of a grid: j and k move, Enter opens, x selects, Shift x extends the selection. Returns the id of
 * the current row.
 */
export function useRowKeys<Item extends RowData, Meta extends object>(
  keys: RowKeys<Item, Meta>,
): string | undefined {
  const { table, attribute, onOpen } = keys;
  const { rows } = table.getRowModel();
  const [id, setId] = useState<string | undefined>(undefined);
  const at = rows.findIndex((row) => row.id === id);
  const current = rows[at];

  const move = (step: number) => {
    const next = rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))]?.id;
    if (next === undefined) return;
    setId(next);
    for (const row of document.querySelectorAll(`[${attribute}="${CSS.escape(next)}"]`)) {
      row.scrollIntoView?.({ block: 'nearest' });
    }
  };
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    enter: ({ target }) => {
      const isOnControl = (target as Element).closest('a, button, input');
      if (!current || isOnControl) return false;
      onOpen(current.id);
    },
    x: () => current !== undefined && selectRow(current),
    'Shift x': () => current !== undefined && selectRow(current, true),
    escape: () => table.resetRowSelection(true),
  });
  return current?.id;
}
