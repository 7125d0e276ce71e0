import { useMemo, useState } from 'react';

export type Selection<Row> = {
  /** Selected rows of the page, in its order. */
  chosen: Row[];
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  /** Selects everything from the last selected row to this one. */
  extendTo: (id: string) => void;
  setAll: (isChosen: boolean) => void;
  clear: () => void;
};

/** Selection of a list's rows. A row that leaves the list leaves the selection. `idOf` must be a constant. */
export function useSelection<Row>(rows: Row[], idOf: (row: Row) => string): Selection<Row> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [lastId, setLastId] = useState<string | null>(null);
  return useMemo(() => {
    const chosen = rows.filter((row) => ids.has(idOf(row)));
    return {
      chosen,
      has: (id) => ids.has(id),
      toggle: (id) => {
        const next = new Set(ids);
        if (!next.delete(id)) next.add(id);
        setIds(next);
        setLastId(id);
      },
      extendTo: (id) => {
        const all = rows.map(idOf);
        const to = all.indexOf(id);
        const from = lastId === null ? to : Math.max(0, all.indexOf(lastId));
        const between = all.slice(Math.min(from, to), Math.max(from, to) + 1);
        setIds(new Set([...ids, ...between]));
        setLastId(id);
      },
      setAll: (isChosen) => setIds(new Set(isChosen ? rows.map(idOf) : [])),
      clear: () => setIds(new Set()),
    };
  }, [rows, idOf, ids, lastId]);
}
