import { useState } from 'react';

export type CellName = 'price' | 'stock';

export type OpenCells = {
  isOpen: (id: string, cell: CellName) => boolean;
  set: (id: string, cell: CellName, isOpen: boolean) => void;
};

/** Cells of the list that are being edited. Several may be open, so that opening one loses nothing typed in another. */
export function useOpenCells(): OpenCells {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const keyOf = (id: string, cell: CellName) => `${id} ${cell}`;
  return {
    isOpen: (id, cell) => open.has(keyOf(id, cell)),
    set: (id, cell, isOpen) =>
      setOpen((before) => {
        const next = new Set(before);
        if (isOpen) next.add(keyOf(id, cell));
        else next.delete(keyOf(id, cell));
        return next;
      }),
  };
}
