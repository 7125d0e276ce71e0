import { useState } from 'react';
import { useShortcuts } from './shell/use-shortcuts';

type RowKeys = {
  ids: string[];
  /** Attribute with the id of a row. */
  attribute: `data-${string}`;
  selection: { toggle: (id: string) => void; extendTo: (id: string) => void; clear: () => void };
  onOpen: (id: string) => void;
};

/**
 * Keyboard navigation of a list: j and k move, Enter opens, x selects, Shift x extends the selection. Returns the id of
 * the current row.
 */
export function useRowKeys({ ids, attribute, selection, onOpen }: RowKeys): string | undefined {
  const [id, setId] = useState<string | undefined>(undefined);
  const at = id === undefined ? -1 : ids.indexOf(id);
  const current = at < 0 ? undefined : id;

  const move = (step: number) => {
    const next = ids[at < 0 ? 0 : Math.min(ids.length - 1, Math.max(0, at + step))];
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
      onOpen(current);
    },
    x: () => current !== undefined && selection.toggle(current),
    'Shift x': () => current !== undefined && selection.extendTo(current),
    escape: () => selection.clear(),
  });
  return current;
}
