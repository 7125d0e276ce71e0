export type Point = { x: number; y: number };

/** Time in ms that the pointer must rest on an entry to open it. */
export const HOVER_DELAY_MS = 60;
/** Time in ms that the pointer gets to reach the next column when it moves towards it. */
export const DIAGONAL_DELAY_MS = 320;

/**
 * Hover intent: how long the pointer must stay on an entry before the entry opens. A pointer that moves mainly towards
 * the next column (`side`: 1 if it is to the right, -1 to the left) only passes over the entries in between, so it gets
 * more time.
 */
export function hoverDelay(from: Point, to: Point, side: 1 | -1): number {
  const aside = (to.x - from.x) * side;
  return aside > 0 && aside * 2 >= Math.abs(to.y - from.y) ? DIAGONAL_DELAY_MS : HOVER_DELAY_MS;
}
