export type GridPosition = { index: number; count: number; perRow: number };

/**
 * Target of an arrow key inside a column: an entry, the column beside it, or null. Lists have one entry per row, the
 * product column as many as fit.
 */
export function moveByKey(
  key: string,
  { index, count, perRow }: GridPosition,
  dir: 'ltr' | 'rtl' = 'ltr',
): number | 'previous' | 'next' | null {
  const column = index % perRow;
  switch (dir === 'ltr' ? key : mirrored(key)) {
    case 'ArrowDown': {
      if (index + perRow < count) return index + perRow;
      const isLastRow = Math.floor(index / perRow) === Math.floor((count - 1) / perRow);
      return isLastRow ? null : count - 1;
    }
    case 'ArrowUp':
      return index >= perRow ? index - perRow : null;
    case 'ArrowRight':
      return column < perRow - 1 && index + 1 < count ? index + 1 : 'next';
    case 'ArrowLeft':
      return column > 0 ? index - 1 : 'previous';
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

function mirrored(key: string): string {
  if (key === 'ArrowLeft') return 'ArrowRight';
  return key === 'ArrowRight' ? 'ArrowLeft' : key;
}
